import { Injectable } from '@nestjs/common';
import {
  Database,
  conflict,
  forbidden,
  invalid,
  unauthenticated,
  type Context,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { AccountLetters } from '../account/account-letters.js';
import { statesPassword } from '../auth/password-again.js';
import { SignInTrail, type Client } from '../auth/sign-in-trail.js';
import { TenantService } from '../tenant/tenant.service.js';
import { messages as userMessages } from '../user/user.messages.js';
import { UserRepository } from '../user/user.repository.js';
import { TenantExport } from './tenant-export.entity.js';
import { messages } from './tenant-export.messages.js';
import { TenantExportQueue } from './tenant-export-queue.js';
import { TenantExportRepository } from './tenant-export.repository.js';

/** What an administrator asks who wants all data of the tenant. */
export interface WantedExport {
  /** The present password of the administrator. */
  password: string;
  include_files: boolean;
  client: Client;
}

/** Exports of the context's tenant, for its administrators. */
@Injectable()
export class TenantExportService {
  constructor(
    private readonly exports: TenantExportRepository,
    private readonly tenants: TenantService,
    private readonly users: UserRepository,
    private readonly letters: AccountLetters,
    private readonly signIns: SignInTrail,
    private readonly queue: TenantExportQueue,
    private readonly database: Database,
  ) {}

  /**
   * Lets an export wait for the job, and writes to every administrator. Wrong passwords are counted like wrong sign-ins.
   * No transaction is open while the password is verified.
   * @throws not_found (tenant), forbidden (another tenant than the actor's own), invalid (password), too_many; conflict while another
   * export is under way, or where the password was just changed
   */
  async ask(ctx: Context, tenant_id: string, { password, include_files, client }: WantedExport): Promise<TenantExport> {
    await this.requireOwn(ctx, tenant_id);
    const found = (ctx.actor && (await this.users.find(ctx, ctx.actor.user_id))) ?? notThere();
    const proof = { client, trail: this.signIns, database: this.database };
    if (!(await statesPassword(ctx, found, password, proof)))
      throw invalid('password', userMessages.passwordWrong({ field: 'password' }));
    const user = (await this.users.lockIfExists(ctx, found.id)) ?? notThere();
    if (user.password_hash !== found.password_hash) throw conflict('password', userMessages.passwordJustChanged());
    const underWay = (): Error => conflict('tenant_id', messages.underWay());
    if (await this.exports.isUnderWay(ctx)) throw underWay();
    const made = TenantExport.of({ include_files, requested_by: user.id });
    // Another may have come since: the index admits one.
    this.exports.insert(ctx, made, 'create', underWay);
    this.letters.enqueue(ctx, { kind: 'tenant_export', asked_by: user.email });
    this.queue.announce(ctx);
    return made;
  }

  /** One page, newest first. @throws not_found, forbidden (another tenant than the actor's own) */
  async list(ctx: Context, tenant_id: string, page: PageRequest): Promise<Page<TenantExport>> {
    await this.requireOwn(ctx, tenant_id);
    return this.exports.list(ctx, {}, page);
  }

  /** @throws not_found, forbidden (another tenant than the actor's own) */
  async get(ctx: Context, tenant_id: string, id: string): Promise<TenantExport> {
    await this.requireOwn(ctx, tenant_id);
    return this.exports.get(ctx, id);
  }

  /** Creators and the operator may read a tenant, and not take its data away. */
  private async requireOwn(ctx: Context, tenant_id: string): Promise<void> {
    if (tenant_id.toLowerCase() === ctx.tenant_id) return;
    await this.tenants.get(ctx, tenant_id);
    throw forbidden(messages.onlyOwn());
  }
}

function notThere(): never {
  throw unauthenticated(userMessages.notSignedIn());
}
