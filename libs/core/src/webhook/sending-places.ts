import { FairLimit } from '@usaha/shared';

/** Requests of this process that may be under way at once: all, those of a tenant, those to an endpoint. */
export const MOST_SOCKETS = 32;
export const MOST_OF_TENANT = 8;
export const MOST_OF_ENDPOINT = 2;

/** Not more than stays free: some tenants whose endpoints hang leave places for others. */
const quota = (free: number): number => Math.min(MOST_OF_TENANT, free);

/** The places of requests that are under way. An endpoint is busy for longer: until what became of its deliveries is written. */
export class SendingPlaces {
  private readonly sockets = new FairLimit(MOST_SOCKETS, quota);
  private readonly lanes = new Map<string, number>();
  private held = 0;

  get isFull(): boolean {
    return this.held >= MOST_SOCKETS;
  }

  /** Takes the sockets that a tenant may have now. @returns how many */
  takeSockets(tenant_id: string): number {
    let taken = 0;
    while (this.sockets.take(tenant_id)) taken += 1;
    this.held += taken;
    return taken;
  }

  leaveSocket(tenant_id: string): void {
    this.held -= 1;
    this.sockets.leave(tenant_id);
  }

  /** How many deliveries to an endpoint are under way. */
  lanesOf(webhook_id: string): number {
    return this.lanes.get(webhook_id) ?? 0;
  }

  openLane(webhook_id: string): void {
    this.lanes.set(webhook_id, this.lanesOf(webhook_id) + 1);
  }

  closeLane(webhook_id: string): void {
    const left = this.lanesOf(webhook_id) - 1;
    if (left > 0) this.lanes.set(webhook_id, left);
    else this.lanes.delete(webhook_id);
  }
}
