declare module 'pg/lib/utils.js' {
  const utils: {
    /** What a value is on its way to PostgreSQL. */
    prepareValue(value: unknown): string | Buffer | null;
  };
  export default utils;
}
