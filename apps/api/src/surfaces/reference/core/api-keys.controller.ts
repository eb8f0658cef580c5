import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiKeyService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, NotIdempotent, SessionOnly, StepUp } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { ScopeCatalogue } from '../../../wire/scope-catalogue.js';
import { DeletedView, RecordPage, deleted, pageOf } from '../reference.js';
import {
  ApiKeyBody,
  ApiKeyPatch,
  ApiKeyView,
  RotateBody,
  ToldApiKeyView,
  apiKeyChanges,
  apiKeyView,
  newApiKey,
  rotationOf,
  toldApiKeyView,
} from './api-keys.wire.js';

@ApiTags('api-keys')
@Records({ api_key_id: ApiKeyService })
@Controller('api/v1/api-keys')
export class ReferenceApiKeysController {
  constructor(
    private readonly keys: ApiKeyService,
    private readonly scopes: ScopeCatalogue,
  ) {}

  @Creates('', ToldApiKeyView, {
    summary: 'Create an API key',
    description:
      'For administrators. `key` is shown in this answer and after a rotation only. A tenant may have at most 100 keys; a further one is answered with 409. An Idempotency-Key has no effect here (A-414, A-415).',
  })
  @Needs('api_keys.administer')
  @NotIdempotent()
  @SessionOnly()
  @StepUp()
  @Addition()
  async create(@Ctx() ctx: Context, @Body() body: ApiKeyBody) {
    const told = newApiKey(body, this.scopes);
    return toldApiKeyView(ctx.now)(await this.keys.create(ctx, told));
  }

  @Lists('', 'api_keys', ApiKeyView, {
    summary: 'List API keys',
    description: 'For administrators. Lists the API keys of your tenant, newest first.',
  })
  @Needs('api_keys.administer')
  @SessionOnly()
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: RecordPage) {
    return (await this.keys.list(ctx, pageOf(query))).map(apiKeyView(ctx.now));
  }

  @Reads(':api_key_id', ApiKeyView, { summary: 'Read an API key', description: 'For administrators.' })
  @Needs('api_keys.administer')
  @SessionOnly()
  @Addition()
  async get(@Ctx() ctx: Context, @Param('api_key_id') id: string) {
    return apiKeyView(ctx.now)(await this.keys.get(ctx, id));
  }

  @Changes(':api_key_id', ApiKeyView, {
    summary: 'Change an API key',
    description:
      'For administrators. Changes all but the secret, everywhere within a second. Absent fields are unchanged (A-18, A-418).',
  })
  @Needs('api_keys.administer')
  @SessionOnly()
  @StepUp()
  @Addition()
  async update(@Ctx() ctx: Context, @Param('api_key_id') id: string, @Body() body: ApiKeyPatch) {
    return apiKeyView(ctx.now)(await this.keys.update(ctx, id, apiKeyChanges(body, this.scopes)));
  }

  @Deletes(':api_key_id', DeletedView, {
    summary: 'Delete an API key',
    description: 'For administrators. The key is refused from then on. Records that it made keep its id and name.',
  })
  @Needs('api_keys.administer')
  @SessionOnly()
  @StepUp()
  @Addition()
  async remove(@Ctx() ctx: Context, @Param('api_key_id') id: string) {
    return deleted(await this.keys.remove(ctx, id));
  }

  @Acts(':api_key_id/rotate', ToldApiKeyView, {
    summary: 'Rotate an API key',
    description:
      'For administrators. Gives the key a new secret, which is shown in this answer only. The former secret stays valid for `overlap_hours`, and a further rotation ends it; a suspended key is yours from then on. An expired key needs a new `expires_at`, otherwise 409. An Idempotency-Key has no effect here (A-418).',
  })
  @Needs('api_keys.administer')
  @NotIdempotent()
  @SessionOnly()
  @StepUp()
  @Addition()
  async rotate(@Ctx() ctx: Context, @Param('api_key_id') id: string, @Body() body: RotateBody) {
    return toldApiKeyView(ctx.now)(await this.keys.rotate(ctx, id, rotationOf(body)));
  }
}
