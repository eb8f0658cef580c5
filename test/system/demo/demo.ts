import type { OwnDatabase } from '../../support/system-database.js';
import { at, type OwnService } from '../../support/system-service.js';

/** A service that has made the demo businesses: one start serves the tests of every context. */
export class Demo {
  private running?: { database: OwnDatabase; service: OwnService };

  /** From here on this is looked at. */
  begin(database: OwnDatabase, service: OwnService): void {
    this.running = { database, service };
  }

  database(): OwnDatabase {
    return this.begun().database;
  }

  service(): OwnService {
    return this.begun().service;
  }

  async signIn(email: string, tenant_slug: string): Promise<string> {
    const body = { email, password: 'demo-password', tenant_slug };
    const answer = await at(this.service()).post('/v1/auth/login', body);
    expect(answer.status).toBe(200);
    return answer.body.access_token;
  }

  private begun(): { database: OwnDatabase; service: OwnService } {
    if (!this.running) throw new Error('The demo businesses are made before anything is looked at');
    return this.running;
  }
}
