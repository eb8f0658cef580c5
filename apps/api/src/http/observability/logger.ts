/** By which Nest injects the log (`Logger` of pino, which is a type alone). */
export const LOGGER = Symbol('Logger');
