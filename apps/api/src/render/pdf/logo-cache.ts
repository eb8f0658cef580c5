import { Injectable } from '@nestjs/common';
import { LogoFiles } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { BoundedCache } from '@usaha/shared/operation';
import type { Logo } from './logo.js';

const MIB = 1_048_576;

/** The logos of businesses as they are drawn, kept in memory: a till prints receipts without reading its logo each time. */
@Injectable()
export class LogoCache {
  private readonly kept = new BoundedCache<string, Buffer>({
    entries: 500,
    characters: 16 * MIB,
    charactersOf: (_, file) => file.length,
  });

  constructor(private readonly logos: LogoFiles) {}

  /** @param ctx whose transaction has ended @param id null or undefined: the business has none @throws unavailable */
  async of(ctx: Context, id: string | null | undefined): Promise<Logo | null> {
    if (!id) return null;
    const { tenant_id, actor, now, language, signal } = ctx;
    const key = `${tenant_id}/${id}`;
    let file = this.kept.get(key);
    if (!file) {
      file = await this.logos.read({ tenant_id, actor, now, language, signal }, id);
      this.kept.set(key, file);
    }
    return { key, file };
  }
}
