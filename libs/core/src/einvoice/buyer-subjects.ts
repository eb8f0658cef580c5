import { Injectable } from '@nestjs/common';
import { fieldMessages, invalid, type Context } from '@usaha/shared';
import type { ModuleKey } from '../module/catalogue.js';
import type { BuyerSubject } from './buyer.entity.js';

/** Locks the subject until the transaction ends, so that none is erased meanwhile. @throws invalid naming the field */
export type BuyerSubjectCheck = (ctx: Context, field: string, id: string) => Promise<unknown>;

/** Which persons a buyer may be of, by module. Each context registers its own in `onModuleInit`. */
@Injectable()
export class BuyerSubjects {
  private readonly checks = new Map<ModuleKey, BuyerSubjectCheck>();

  /** @throws Error where one of the module is there already */
  register(module: ModuleKey, check: BuyerSubjectCheck): void {
    if (this.checks.has(module)) throw new Error(`Buyers of ${module} are known already`);
    this.checks.set(module, check);
  }

  /** Senders of shipments are texts: any may be named. @throws invalid naming subject.id */
  async assertExists(ctx: Context, { module, id }: BuyerSubject): Promise<void> {
    const field = 'subject.id';
    if (id.trim() === '') throw invalid(field, fieldMessages.mustNotBeEmpty({ field }));
    if (module === 'logistics') return;
    const check = this.checks.get(module);
    if (!check) throw new Error(`The context of ${module} is not loaded`);
    await check(ctx, field, id.trim());
  }
}
