import { randomUUID } from 'node:crypto';
import { DomainError, unknownReference, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { FileAttachments, pictureRefusal } from './file-attachments.js';
import { StoredFile } from './file.entity.js';
import type { FileRepository } from './file.repository.js';

const record = { resource: 'retail.products', record_id: randomUUID() };
const uploader = randomUUID();

function fileOf(facts: Partial<StoredFile> = {}): StoredFile {
  const file = StoredFile.arriving({ store: 'database', chunk_bytes: 1 }, 1, uploader);
  return Object.assign(file, { id: randomUUID(), status: 'ready', media_type: 'image/png', ...facts });
}

function attachments(files: readonly StoredFile[]) {
  const saved: string[] = [];
  const refuseUnknown = (field: string): never => {
    throw unknownReference(field, nouns.file);
  };
  const repository = {
    lockAllReferenced: async () => (field: string, id: string) =>
      files.find((file) => file.id === id.toLowerCase()) ?? refuseUnknown(field),
    refuseUnknown,
    save: (_: Context, file: StoredFile) => {
      saved.push(file.id);
      return file;
    },
  } as unknown as FileRepository;
  return { saved, attachments: new FileAttachments(repository) };
}

const as = (user_id: string, role = 'staff') => ({ actor: { user_id, role } }) as unknown as Context;

async function refusedField(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof DomainError ? error.errors?.[0]?.field : undefined;
}

describe('A-489: files that a field names', () => {
  it('are attached, in the order of the field', async () => {
    const [a, b] = [fileOf(), fileOf()];
    const { attachments: service, saved } = attachments([a, b]);
    const found = await service.attach(as(uploader), record, { field: 'picture_ids', ids: [b.id, a.id.toUpperCase()] });
    expect(found).toEqual([b, a]);
    expect(found.map(({ resource, record_id }) => ({ resource, record_id }))).toEqual([record, record]);
    expect(saved).toEqual([b.id, a.id]);
  });

  it('are refused by their index where they are unknown, of another record, or of another uploader', async () => {
    const own = fileOf();
    const others = [fileOf({ ...record, record_id: randomUUID() }), fileOf({ ...record, resource: 'beauty.products' })];
    const unseen = fileOf({ uploaded_by: randomUUID() });
    const { attachments: service } = attachments([own, ...others, unseen]);
    for (const id of [randomUUID(), ...others.map(({ id: other }) => other), unseen.id])
      expect(
        await refusedField(service.attach(as(uploader), record, { field: 'picture_ids', ids: [own.id, id] })),
      ).toBe('picture_ids.1');
    await service.attach(as(randomUUID(), 'admin'), record, { field: 'picture_ids', ids: [unseen.id] });
  });

  it('A-491: are refused as pictures where they are none, or not ready', async () => {
    const files = [fileOf({ media_type: 'application/pdf' }), fileOf({ status: 'pending' })];
    const { attachments: service } = attachments(files);
    const named = (file: StoredFile) => ({ field: 'picture_ids', ids: [file.id], refusal: pictureRefusal });
    for (const file of files)
      expect(await refusedField(service.attach(as(uploader), record, named(file)))).toBe('picture_ids.0');
  });
});
