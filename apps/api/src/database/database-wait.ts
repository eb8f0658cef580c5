import { addressOf } from './database-url.js';

const PAUSE_MS = 500;

/** What a database says that is not there yet: the system's codes of a host or name that does not answer, and 57P03 of one that starts. */
const notYet = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  '57P03',
]);
/** Of a server or proxy that takes the connection without a database behind it. */
const unanswered = /^Connection terminated|^timeout expired/;

function isNotYet(error: unknown): boolean {
  const { code = '', message, syscall } = error as Error & { code?: string; syscall?: string };
  // A socket that is not made yet; a file of certificates that is not there will not come.
  if (code === 'ENOENT') return syscall === 'connect';
  return notYet.has(code) || unanswered.test(message);
}

/** Until when a start waits for its database. */
export interface DatabaseWait {
  ms: number;
  say: (line: string) => void;
}

/**
 * Does something that needs the database, again and again while there is none yet and time is left. What time does not mend (a wrong
 * password, a database that is not there) is thrown at once.
 */
export async function whenThere<T>(url: string, wait: DatabaseWait | undefined, attempt: () => Promise<T>): Promise<T> {
  const end = performance.now() + (wait?.ms ?? 0);
  let said = '';
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!wait || !isNotYet(error) || performance.now() + PAUSE_MS > end) throw error;
      const { message, code } = error as Error & { code?: string };
      const reason = message || code || 'no answer';
      const left = Math.ceil((end - performance.now()) / 1_000);
      if (reason !== said)
        wait.say(`Waiting up to ${left} s for the database at ${addressOf(url)} (${(said = reason)})`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
