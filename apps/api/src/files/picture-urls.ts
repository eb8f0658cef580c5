import { Injectable } from '@nestjs/common';
import { FileLinks } from '@usaha/core';
import type { Context } from '@usaha/shared';

/** The address that opens a file without a token, by its id. */
export type UrlOfFile = (file_id: string) => string;

/** Where files lie in the archive of a tenant, up to their endings. */
export const placeInArchive: UrlOfFile = (file_id) => `files/${file_id}`;

/** Addresses of pictures that records show. */
@Injectable()
export class PictureUrls {
  constructor(private readonly links: FileLinks) {}

  /** @param reachedAt where the service was reached, for where the operator has set no public address */
  of(ctx: Context, reachedAt: string): UrlOfFile {
    return (file_id) => this.links.permanentUrlOf(ctx, file_id, reachedAt);
  }
}
