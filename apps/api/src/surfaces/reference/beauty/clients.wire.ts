import { Client } from '@usaha/beauty';
import { field } from '../../../wire/field.js';
import { listOfAny } from '../../../wire/list-of-any.js';
import { MessagePreferencesBody, MessagePreferencesView } from '../../../wire/message-preferences.wire.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { personField } from '../../../wire/person-fields.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { BulkBody } from '../bulk.wire.js';
import { RecordList } from '../reference.js';
import { PersonBody, PersonView, shownOfPersons } from './person.wire.js';

/** POST /api/v1/beauty/clients/. */
export class ClientBody extends PersonBody {
  @field.text('Type of skin; any text (A-265)', 'sensitive', {
    optional: true,
    max: 100,
    view: 'Type of skin, as sent',
  })
  skin_type?: string | null;
  @field.text('Type of hair; any text', 'curly', { optional: true, max: 100, view: 'Type of hair, as sent' })
  hair_type?: string | null;
  @field.texts('Allergies; stored encrypted', ['lavender'], { unset: true, view: 'Allergies' }) allergies?: string[];
  @field.texts('Medical conditions; stored encrypted', ['eczema'], { unset: true, view: 'Medical conditions' })
  medical_conditions?: string[];
  @listOfAny('Preferred services, stored as sent: names, ids or objects (A-257)', ['Facial'], {
    unset: true,
    view: 'Preferred services, as sent',
  })
  preferred_services?: unknown[];
  @field.text('How often the client comes; any text', 'monthly', {
    optional: true,
    max: 100,
    view: 'How often the client comes, as sent',
  })
  frequency?: string | null;
  @field.text('Level of membership; any text, apart from the memberships of the client (A-263)', 'gold', {
    optional: true,
    max: 100,
    view: 'Level of membership, as sent',
  })
  membership_level?: string | null;
  @field.count('Points balance; a change is recorded as a movement in the ledger (A-265)', 250, {
    unset: true,
    view: 'Points balance',
  })
  loyalty_points?: number;
  @field.flag('Whether the client agrees to advertising; default false. Apart from pdpa_consent (A-265)', true, {
    unset: true,
    view: 'Whether the client agrees to advertising',
  })
  marketing_consent?: boolean;
  @personField.messagePreferences message_preferences?: MessagePreferencesBody | null;
}

/** PUT /api/v1/beauty/clients/{client_id}/: the same fields, all optional. */
export class ClientPatch extends PartialType(ClientBody) {}

/** An item of POST /api/v1/beauty/clients/bulk/. */
@field.record('A client among many: the body of POST, or of PUT where a record is found')
class ClientBulkItem extends PartialType(ClientPatch) {
  @field.reference('Id of a record, where match_on is id', undefined, { unset: true }) id?: string;
}

/** POST /api/v1/beauty/clients/bulk/. */
export class ClientBulkBody extends BulkBody(ClientBulkItem, ['phone_number', 'email']) {}

/** GET /api/v1/beauty/clients/. */
export class ClientListQuery extends RecordList('last_name', 'first_name') {
  @param.text('Level of membership, ignoring case (A-173)', 'gold') membership_level?: string;
  @param.text('Type of skin, ignoring case', 'sensitive') skin_type?: string;
  @param.text('Type of hair, ignoring case', 'curly') hair_type?: string;
  @param.text('Part of the full name, e-mail or telephone number (A-25)', 'siti nur') search?: string;
  @param.text('How often the client comes, ignoring case', 'monthly') frequency?: string;
  @param.text('Telephone number, the same however it is written: 012-345 6789 is +60123456789 (A-86)', '012-345 6789')
  phone_number?: string;
}

@field.record('A client of a salon or spa')
export class ClientView extends ViewType(ClientBody, {
  extends: PersonView,
  within: { message_preferences: MessagePreferencesView },
}) {}

export const clientView = viewOf(Client, ClientView, {
  revision: 2,
  personal: [
    ...shownOfPersons,
    'ic_number',
    'skin_type',
    'hair_type',
    'allergies',
    'medical_conditions',
    'preferred_services',
    'message_preferences',
  ],
});
