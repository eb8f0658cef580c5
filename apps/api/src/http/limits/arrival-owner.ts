import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import proxyAddress from 'proxy-addr';
import { NO_TENANT, networkOf, type Owner } from '@usaha/shared';
import type { SessionRegistry } from '@usaha/core';
import type { AcceptedKeys } from '../pipeline/accepted-keys.js';
import type { VerifiedTokens } from '../pipeline/verified-tokens.js';

/**
 * Whose turn a request is before anything is worked out for it: the tenant of a token or API key that was verified here before, or
 * the address as far as trusted proxies say. One that merely claims a tenant counts for its address.
 */
export function arrivalOwner(
  express: Express,
  { tokens, keys }: { tokens: VerifiedTokens; keys: AcceptedKeys },
  sessions: SessionRegistry,
): (request: IncomingMessage) => Owner {
  const trust = express.get('trust proxy fn') as (address: string, hops: number) => boolean;
  const ofConnections = new WeakMap<Socket, string>();
  const isDirect = express.get('trust proxy') === false;
  return (request) => {
    const { socket } = request;
    const tenant_id = tokens.get(request.headers.authorization)?.tid ?? keys.tenantOf(request);
    if (tenant_id !== undefined && tenant_id !== NO_TENANT) return sessions.ownerOf(tenant_id);
    const known = isDirect ? ofConnections.get(socket) : undefined;
    if (known !== undefined) return known;
    const network = networkOf(proxyAddress(request, trust) ?? NO_TENANT);
    ofConnections.set(socket, network);
    return network;
  };
}
