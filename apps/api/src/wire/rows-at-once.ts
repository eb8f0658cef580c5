/** Where the query of a list that is read whole says how many rows are read at once: no client can send a symbol. */
export const ROWS = Symbol('rows');
