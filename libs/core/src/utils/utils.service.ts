import { Injectable } from '@nestjs/common';
import { malaysianDay, type Context } from '@usaha/shared';
import {
  calculateSst,
  isSameRegistration,
  readRegistrationNumber,
  validatePhone,
  type PhoneNumber,
  type RegistrationNumber,
  type Sst,
} from '@usaha/shared/malaysia';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { CompanyRegister, type RegisteredCompany } from './company-register.js';

export interface RegistrationVerdict {
  is_valid: boolean;
  company_name: string | null;
  /** YYYY-MM-DD. */
  registration_date: string | null;
  status: 'valid_format' | 'invalid';
}

/** Malaysian rules, for the day and the tenant of the context. They store nothing. */
@Injectable()
export class UtilsService {
  constructor(
    private readonly tenants: TenantRepository,
    private readonly register: CompanyRegister,
  ) {}

  /** Any text is judged; what is no number is a result too. */
  validatePhone(_ctx: Context, phone_number: string): PhoneNumber {
    return validatePhone(phone_number);
  }

  /** At the rate of the context's day. @param amount in ringgit, without tax @throws invalid */
  calculateSst(ctx: Context, amount: number, service_type?: string | null): Sst {
    return calculateSst(amount, service_type, malaysianDay(ctx.now));
  }

  /**
   * Any text is judged by its form. Name and date are what the register says, or for the tenant's own number
   * the tenant's name; nothing about another tenant is shown.
   */
  async validateRegistration(ctx: Context, registration_number: string): Promise<RegistrationVerdict> {
    const year = Number(malaysianDay(ctx.now).slice(0, 4));
    const number = readRegistrationNumber(registration_number, year);
    if (!number) return { is_valid: false, company_name: null, registration_date: null, status: 'invalid' };
    // The register first: while it thinks, no transaction is open.
    const known = (await this.register.find(number)) ?? (await this.ownCompany(ctx, number, year));
    return {
      is_valid: true,
      company_name: known?.company_name ?? null,
      registration_date: known?.registration_date ?? null,
      status: 'valid_format',
    };
  }

  /** A tenant records no date of registration. */
  private async ownCompany(ctx: Context, number: RegistrationNumber, year: number): Promise<RegisteredCompany | null> {
    const tenant = await this.tenants.find(ctx, ctx.tenant_id);
    const own = readRegistrationNumber(tenant?.registration_number ?? '', year);
    if (!tenant || !own || !isSameRegistration(own, number)) return null;
    return { company_name: tenant.name, registration_date: null };
  }
}
