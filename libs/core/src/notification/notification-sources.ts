import { Injectable } from '@nestjs/common';
import type { NotificationSource } from './notification-source.js';

/** The sources of notifications, over all contexts. */
@Injectable()
export class NotificationSources {
  private readonly sources: NotificationSource[] = [];

  get all(): readonly NotificationSource[] {
    return this.sources;
  }

  /** @throws Error where the kind is registered already: claims would be mixed up */
  register(source: NotificationSource): void {
    if (this.find(source.kind)) throw new Error(`There are two sources of notifications of the kind ${source.kind}`);
    this.sources.push(source);
  }

  /** The source of a kind; undefined where there is none. */
  find(kind: string): NotificationSource | undefined {
    return this.sources.find((source) => source.kind === kind);
  }
}
