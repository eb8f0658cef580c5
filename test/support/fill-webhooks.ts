import { DeliveryTurns, type Claimed } from '../../libs/core/dist/webhook/delivery-turns.js';
import { OutcomeWriter } from '../../libs/core/dist/webhook/outcome-writer.js';
import { SendingPlaces } from '../../libs/core/dist/webhook/sending-places.js';
import { WakeUps } from '../../libs/core/dist/webhook/wake-ups.js';
import { never, times } from './fill-queues.js';

const MANY = 12_000;

const batchOf = (tenant_id: string) => ({
  tenant_id,
  endpoint: { id: tenant_id },
  deliveries: [{}, {}],
  lanes: 2,
  outcomes: [],
});

/** Turns of the job that sends webhooks. @param claim of a tenant @param send lets requests go on for as long as the test lasts */
function turnsOver(
  claim: (tenant_id: string) => Promise<Claimed>,
  send: () => Promise<boolean> = never,
): DeliveryTurns {
  const nothing = () => Promise.resolve();
  return new DeliveryTurns({ claim, send, finish: nothing, nodeOf: () => '0', failed: () => undefined });
}

export const fillSockets = (): void => {
  const places = new SendingPlaces();
  times(100, (i) => places.takeSockets(`${i}`));
};

export const fillLanes = (): void => {
  const places = new SendingPlaces();
  times(100, (i) => {
    places.openLane(`${i}`);
    places.closeLane(`${i}`);
  });
};

export const fillWakeUps = (): void => {
  const wakeUps = new WakeUps(() => undefined);
  times(MANY, (i) => wakeUps.add(`${i}`, 50_000));
  wakeUps.stop();
};

export const fillTurns = (): void => {
  const turns = turnsOver(never);
  times(MANY, (i) => turns.wake(`${i}`));
};

/** @returns how many tenants' deliveries were claimed at once */
export const fillClaims = (): number => {
  let claims = 0;
  const turns = turnsOver(() => {
    claims += 1;
    return never();
  });
  times(100, (i) => turns.wake(`${i}`));
  return claims;
};

export const fillUnfinished = async (): Promise<void> => {
  let claims = 0;
  const turns = turnsOver(() => {
    claims += 1;
    return Promise.resolve({ batches: [], hasMore: true });
  });
  for (let i = 0; i < MANY; i += 1) {
    turns.wake(`${i}`);
    if (i % 100 === 0) await new Promise((done) => setImmediate(done));
  }
  while (claims < MANY) await new Promise((done) => setImmediate(done));
};

/** @returns how many requests were under way at once */
export const fillUnderWay = async (): Promise<number> => {
  let sent = 0;
  const claimed = (tenant_id: string) =>
    Promise.resolve({ batches: [batchOf(tenant_id)], hasMore: false } as unknown as Claimed);
  const turns = turnsOver(claimed, () => {
    sent += 1;
    return never();
  });
  times(100, (i) => turns.wake(`${i}`));
  await new Promise((done) => setTimeout(done, 50));
  return sent;
};

export const fillOutcomes = async (): Promise<void> => {
  const writer = new OutcomeWriter(() => Promise.resolve());
  for (let i = 0; i < 200; i += 1) await writer.add(`${i}`, {} as never);
};
