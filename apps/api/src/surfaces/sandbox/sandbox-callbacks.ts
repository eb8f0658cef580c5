import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallbackAddresses, SandboxGateway } from '@usaha/core';

/** How often the sandbox calls back, and how long it waits after each failure. */
const PAUSES_MS = [0, 1_000, 2_000, 4_000, 8_000];
const PATIENCE_MS = 10_000;
/** Callbacks that are under way; of more the service learns by asking. */
const MOST = 100;

/** The sandbox's callbacks: signed, over loopback, to the address that every gateway has. */
export class SandboxCallbacks {
  private readonly stopping = new AbortController();
  private underWay = 0;

  constructor(
    private readonly gateway: SandboxGateway,
    private readonly addresses: CallbackAddresses,
  ) {}

  /** Tells the service that an attempt has changed; returns at once. */
  tell(tenant_id: string, attempt_id: string): void {
    const url = this.addresses.urlOf(tenant_id, 'sandbox');
    if (url === null || this.underWay >= MOST || this.stopping.signal.aborted) return;
    this.underWay += 1;
    void this.call(url, tenant_id, attempt_id).finally(() => (this.underWay -= 1));
  }

  stop(): void {
    this.stopping.abort();
  }

  private async call(url: string, tenant_id: string, attempt_id: string): Promise<void> {
    const { signal } = this.stopping;
    const id = randomUUID();
    for (const wait of PAUSES_MS) {
      try {
        await pause(wait, undefined, { signal, ref: false });
        const { headers, body } = this.gateway.signed(tenant_id, attempt_id, id);
        const until = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
        const { ok } = await fetch(url, { method: 'POST', headers, body, signal: until, redirect: 'error' });
        if (ok) return;
      } catch {
        // Not reached, or no answer in time: it is tried again, and the job asks in any case.
        if (signal.aborted) return;
      }
    }
  }
}
