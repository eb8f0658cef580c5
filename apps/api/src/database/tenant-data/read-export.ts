import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { reasonOf, StartError } from '@usaha/embedded-postgres/start-error';
import { exportedFilePath } from './export-files.js';
import { EXPORT_FORMAT, manifestName, tableFile, type ExportManifest } from './manifest.js';

/**
 * An export that is whole: every file has the bytes that the manifest states. @returns its manifest
 * @throws StartError naming what is wrong
 */
export async function readExport(folder: string): Promise<ExportManifest> {
  const manifest = await readManifest(join(folder, manifestName));
  for (const { table, sha256 } of manifest.entries) await requireWhole(folder, { path: tableFile(table), sha256 });
  for (const { id, sha256 } of manifest.files ?? []) await requireWhole(folder, { path: exportedFilePath(id), sha256 });
  return manifest;
}

async function readManifest(path: string): Promise<ExportManifest> {
  try {
    const manifest = JSON.parse(await readFile(path, 'utf8')) as ExportManifest;
    if (manifest.format === EXPORT_FORMAT) return manifest;
  } catch (error) {
    throw new StartError(`${path} cannot be read (${reasonOf(error)}); tenant:export writes it last`);
  }
  throw new StartError(`${path} is not the manifest of an export that this release knows`);
}

async function requireWhole(folder: string, { path, sha256 }: { path: string; sha256: string }): Promise<void> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(join(folder, path)), hash);
  } catch (error) {
    throw new StartError(`${join(folder, path)} of the export cannot be read (${reasonOf(error)})`);
  }
  if (hash.digest('hex') !== sha256)
    throw new StartError(`${join(folder, path)} is not what the export wrote: its SHA-256 is another`);
}
