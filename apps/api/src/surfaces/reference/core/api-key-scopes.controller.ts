import { Controller } from '@nestjs/common';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, SessionOnly } from '../../../wire/permissions.js';
import { Addition, ListsWhole } from '../../../wire/route.js';
import { ScopeCatalogue } from '../../../wire/scope-catalogue.js';
import { ScopeView } from './api-key-scopes.wire.js';

/** Registered before the keys: `scopes` is no id of a key. */
@ApiTags('api-keys')
@Controller('api/v1/api-keys/scopes')
export class ReferenceApiKeyScopesController {
  constructor(private readonly scopes: ScopeCatalogue) {}

  @ListsWhole('', ScopeView, {
    summary: 'List the scopes of API keys',
    description:
      'For administrators. Lists each scope with the operations that it opens, as far as the role of the key allows them. `*:read` and `*:write` hold all scopes of their kind; write does not include read. Operations in no scope need the session of a user (A-416, A-417).',
  })
  @Needs('api_keys.administer')
  @SessionOnly()
  @Addition()
  list() {
    return this.scopes.list();
  }
}
