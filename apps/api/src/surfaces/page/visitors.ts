import type { Outside } from '@usaha/core';
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

/**
 * Does a visitor's work in its turn. A gateway that hangs keeps no other visitor waiting: the place is given back while it is asked.
 * @param work is told what runs such calls; after each it waits for a place again
 */
export async function visit<T>(
  visitors: FairLimit,
  tenant_id: string,
  work: (outside: Outside) => Promise<T>,
): Promise<T> {
  let holds = false;
  const enter = async (): Promise<void> => {
    if (!visitors.take(tenant_id)) await visitors.turn(tenant_id, waitingVisitors);
    holds = true;
  };
  const leave = (): void => {
    holds = false;
    visitors.leave(tenant_id);
  };
  await enter();
  try {
    return await work(async (call) => {
      leave();
      try {
        return await call();
      } finally {
        await enter();
      }
    });
  } finally {
    if (holds) leave();
  }
}
