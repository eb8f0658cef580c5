import { StartStopped } from '@usaha/embedded-postgres/start-error';

/** Why a start ends before it is through: the process was told to stop. */
export class ToldToStop extends StartStopped {
  constructor(readonly signal: NodeJS.Signals) {
    super(`told to stop by ${signal}`);
  }
}

const told = new AbortController();

/** Ends the process in order, as the signal would. */
export const askToStop = (signal: NodeJS.Signals): void => told.abort(new ToldToStop(signal));

// Here and not in a function: the first import leaves no moment in which a signal would end the process out of order.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => askToStop(signal));

/** Aborted by the first SIGTERM or SIGINT, with a `ToldToStop`; a second one changes nothing. */
export const stopSignal: AbortSignal = told.signal;

/** @returns which signal it was, once there is one */
export const whenToldToStop = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    const tell = (): void => resolve((stopSignal.reason as ToldToStop).signal);
    if (stopSignal.aborted) tell();
    else stopSignal.addEventListener('abort', tell);
  });
