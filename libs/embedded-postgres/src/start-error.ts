export { codeOf, reasonOf } from './reason.js';

/** A start that failed for a reason its reader can mend: show the message alone, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A start that was told to end before it was through: nothing is wrong. */
export class StartStopped extends Error {
  override readonly name = 'StartStopped';
}
