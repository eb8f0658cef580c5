import { cutAt, withoutComments } from './sql-pieces.js';

/**
 * The statements of a migration's text, each by itself: Citus refuses most changes of distributed tables in a message that
 * holds several. Semicolons within quotes, dollar quotes and comments end nothing.
 */
export const statementsOf = (text: string): string[] =>
  cutAt(';', text).filter((statement) => withoutComments(statement).trim() !== '');
