import { bytesOf } from './insides/pg.js';
import { isUuid, NO_TENANT } from './ids.js';
import type { Known } from './session.js';

/** @throws where that is no uuid: it stands in the text of a statement */
export const tenantSetting = (tenant_id: string): string => {
  if (!isUuid(tenant_id)) throw new Error('A tenant is named by a uuid');
  return `SET LOCAL app.tenant_id = '${tenant_id}'`;
};

/**
 * What transactions begin with: BEGIN, the tenant that row level security compares with, and settings that are the same for
 * all. The bytes are made once, and the tenant is put into them.
 */
export class Openings {
  private readonly bytes: Buffer;
  private readonly place: number;
  private readonly commands: number;

  /** @param settings statements that follow BEGIN and the tenant */
  constructor(settings: readonly string[]) {
    // A value of the whole connection, whoever set it, must not open the platform's door.
    const texts = ['BEGIN', tenantSetting(NO_TENANT), "SET LOCAL app.platform = ''", ...settings];
    this.bytes = bytesOf(texts);
    this.place = this.bytes.indexOf(NO_TENANT);
    this.commands = texts.length;
  }

  /** @throws where the tenant is not named by a uuid */
  of(tenant_id: string): Known {
    if (!isUuid(tenant_id)) throw new Error('A tenant is named by a uuid');
    const bytes = Buffer.from(this.bytes);
    bytes.write(tenant_id, this.place, 'latin1');
    return { text: `BEGIN, as ${tenant_id}`, bytes, commands: this.commands };
  }
}
