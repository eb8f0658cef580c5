import { Injectable } from '@nestjs/common';
import { Database, Ledger, type Context } from '@usaha/shared';
import { tell } from '@usaha/shared/events';
import type { Client } from './client.entity.js';
import { clientPointsChanged } from './client.events.js';
import { PointsMovement, type ClientPointsKind } from './points-movement.entity.js';

/** The movements of clients' points. */
@Injectable()
export class ClientPointsLedger extends Ledger<PointsMovement> {
  constructor(database: Database) {
    super(database, PointsMovement, 'client_id');
  }

  /** Writes down and announces what `setPoints` said it changed of a client; nothing is no movement. */
  enter(ctx: Context, client: Client, points_changed: number, kind: ClientPointsKind): void {
    if (points_changed === 0) return;
    const { id: client_id, version: position, loyalty_points: balance } = client;
    this.append(ctx, [{ position, client_id, kind, points_changed, balance }]);
    tell(ctx, clientPointsChanged, () => ({ id: client_id, version: position, kind, points_changed, balance }));
  }
}
