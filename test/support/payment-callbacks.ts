import { createHmac } from 'node:crypto';
import { CallbackAddresses, PublicAddress, SandboxKeys, type GatewayName } from '@usaha/core';
import { Keyring, type Database } from '@usaha/shared';
import { call, type Answer } from './client.js';
import { testKeys } from './test-keys.js';

/** The keys of the services that tests start: with them a test calls back as the sandbox does, or nearly. */
const keyring = new Keyring([['test', testKeys.seal]], testKeys.search);
const keys = new SandboxKeys(keyring);

export interface SentCallback {
  attempt_id: string;
  /** Of the signature; now unless given. */
  at?: Date;
  /** The tenant whose secret signs; the one that the address names unless given. */
  signer?: string;
  body?: string;
  headers?: Record<string, string>;
  server?: string;
}

/** The path to which a gateway calls back about a tenant's attempts. */
export function callbackPath(tenant_id: string, gateway: GatewayName = 'sandbox'): string {
  const address = new PublicAddress('http://service');
  address.listensOn(1);
  const url = new CallbackAddresses({ keyring } as Database, address).urlOf(tenant_id, gateway);
  return new URL(url as string).pathname;
}

/** `Usaha-Signature` as docs/readings.md has it, made here without the service's code. */
export function signature(tenant_id: string, body: string, at = new Date()): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  const mac = createHmac('sha256', keys.secretOf(tenant_id)).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}

/** Calls back about an attempt, with a right signature unless told otherwise. */
export function callBack(
  tenant_id: string,
  { attempt_id, at, signer, body, headers, server }: SentCallback,
): Promise<Answer> {
  const raw = JSON.stringify({ id: attempt_id, type: 'payment.updated', attempt_id });
  const sent = {
    'usaha-signature': signature(signer ?? tenant_id, body ?? raw, at),
    'content-type': 'application/json',
    ...headers,
  };
  return call('POST', callbackPath(tenant_id), { raw: body ?? raw, headers: sent }, server);
}
