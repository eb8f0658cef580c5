import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { PackageSessionLedger } from './session-ledger.js';
import { tellSessions } from './sold-package.events.js';
import { SoldPackageRepository } from './sold-package.repository.js';

/** A session that a line of an appointment took. */
export interface RedeemedLine {
  sold_package_id: string;
  service_id: string;
  /** MYR. */
  worth: number;
}

/** Gives sessions back that lines of appointments took. Packages are locked after the appointment, by id. */
@Injectable()
export class PackageRedemptions {
  constructor(
    private readonly packages: SoldPackageRepository,
    private readonly ledger: PackageSessionLedger,
  ) {}

  async giveBack(ctx: Context, appointment_id: string, redeemed: readonly RedeemedLine[]): Promise<void> {
    if (redeemed.length === 0) return;
    const packages = await this.packages.lockAll(ctx, [...new Set(redeemed.map((line) => line.sold_package_id))]);
    const returned = packages.map((sold) => {
      const lines = redeemed.filter(({ sold_package_id }) => sold_package_id === sold.id);
      const movements = lines.flatMap(({ service_id, worth }) => sold.giveBack(service_id, appointment_id, worth));
      return { sold, movements };
    });
    this.packages.updateMany(ctx, packages, ['sessions', 'movements', 'redeemed_amount'], null);
    this.ledger.append(
      ctx,
      returned.flatMap(({ movements }) => movements),
    );
    for (const { sold, movements } of returned) tellSessions(ctx, 'returned', sold, movements);
  }
}
