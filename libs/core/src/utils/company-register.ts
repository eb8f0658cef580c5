import { Injectable } from '@nestjs/common';
import type { RegistrationNumber } from '@usaha/shared/malaysia';

/** What a register knows of a business. */
export interface RegisteredCompany {
  company_name: string;
  /** YYYY-MM-DD; null when the register does not tell. */
  registration_date: string | null;
}

/**
 * Where the register of companies is asked. The Companies Commission sells access to it (SSM4U, MyData SSM and their
 * resellers); who has a contract puts an implementation into `CoreSettings`.
 */
export abstract class CompanyRegister {
  /** @returns null for what the register does not know */
  abstract find(number: RegistrationNumber): Promise<RegisteredCompany | null>;
}

/** Without a contract nothing is known of anybody. */
@Injectable()
export class OfflineCompanyRegister extends CompanyRegister {
  find(): Promise<null> {
    return Promise.resolve(null);
  }
}
