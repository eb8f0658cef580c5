import { Body, Controller } from '@nestjs/common';
import { AccountPolicyService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, SessionOnly, StepUp } from '../../../wire/permissions.js';
import { Addition, Changes, Reads } from '../../../wire/route.js';
import { AccountPolicyPatch, AccountPolicyView, accountPolicyView } from './account-policy.wire.js';

@ApiTags('account-policy')
@Controller('api/v1/account-policy')
export class ReferenceAccountPolicyController {
  constructor(private readonly policies: AccountPolicyService) {}

  @Reads('', AccountPolicyView, {
    summary: 'Read the account policy',
    description: 'For administrators. Says what your tenant asks of the accounts of its users (A-413).',
  })
  @Needs('account_policy.administer')
  @SessionOnly()
  @Addition()
  async get(@Ctx() ctx: Context) {
    return accountPolicyView(await this.policies.get(ctx));
  }

  @Changes('', AccountPolicyView, {
    summary: 'Change the account policy',
    description:
      'For administrators. Absent fields are unchanged. The policy holds on both surfaces from the next request on. Passwords that are set already stay. Asking others for a second factor needs a factor of your own, otherwise 409 MFA_ENROL_FIRST (A-413, A-428).',
  })
  @Needs('account_policy.administer')
  @SessionOnly()
  @StepUp()
  @Addition()
  async update(@Ctx() ctx: Context, @Body() body: AccountPolicyPatch) {
    return accountPolicyView(await this.policies.update(ctx, body));
  }
}
