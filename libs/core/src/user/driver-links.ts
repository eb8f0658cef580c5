import { Injectable } from '@nestjs/common';
import { unknownReference, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';

/**
 * Requires that a field names a driver of the tenant, who stays until the transaction ends; nothing waits for it.
 * @throws invalid naming the field, by what comes next, COMMIT at the latest
 */
export type DriverCheck = (ctx: Context, field: string, driver_id: string) => Promise<void>;

/** Checks which drivers users are linked to. The context that has the drivers registers the check in `onModuleInit`. */
@Injectable()
export class DriverLinks {
  private check?: DriverCheck;

  /** @throws Error where there is a check already */
  register(check: DriverCheck): void {
    if (this.check) throw new Error('There are two checks of the drivers that users are linked to');
    this.check = check;
  }

  /** As the registered check does it. Without one there are no drivers. @throws invalid */
  require(ctx: Context, field: string, driver_id: string): Promise<void> {
    if (!this.check) throw unknownReference(field, nouns.driver);
    return this.check(ctx, field, driver_id);
  }
}
