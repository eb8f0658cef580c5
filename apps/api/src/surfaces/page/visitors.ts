import { FairLimit, unavailable, type Database } from '@usaha/shared';
import { kernelMessages, type WaitingBound } from '@usaha/shared/operation';

/** Visitors of the pages of one tenant that wait, and for how long. */
export const waitingVisitors: WaitingBound = {
  most: 500,
  patience: 20_000,
  refusal: () => unavailable(kernelMessages.databaseBusy()),
};

/** Visitors of a page may take half of the connections, and no more: the businesses' own work goes on. */
export const visitorsOf = (database: Database): FairLimit =>
  new FairLimit(Math.max(1, Math.floor(database.poolState.most / 2)));
