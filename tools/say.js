import { lineOf } from '../apps/api/preflight/line.js';

const isProduction = process.env.NODE_ENV?.trim() === 'production';

/** Lines of the tools, which in production are part of the service's log. */
export const say = (text) => console.log(lineOf('info', text, isProduction));
export const complain = (text) => console.error(lineOf('fatal', text, isProduction));
