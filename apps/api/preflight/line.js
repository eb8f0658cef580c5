/**
 * A line of output that is about no request: for people as it is; in production one JSON object, as all of the log is.
 * @param level info, or fatal for the last word of a start that cannot be
 */
export const lineOf = (level, msg, production) =>
  production ? JSON.stringify({ level, time: new Date().toISOString(), msg }) : msg;
