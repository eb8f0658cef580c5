import { pictureTypes, type PictureType } from '@usaha/picture-reader';
import { TenantRecord, columns } from '@usaha/shared';
import { Entity } from 'typeorm';

export const pictureKinds = ['signature', 'picture'] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** The signature or a photograph of a proof, without its metadata. */
@Entity({ schema: 'logistics', name: 'proof_pictures' })
export class ProofPicture extends TenantRecord {
  @columns.uuid() proof_id!: string;
  /** Among the pictures of its proof; the signature is the first. */
  @columns.count() position!: number;
  @columns.choice(pictureKinds) kind!: PictureKind;
  @columns.choice(pictureTypes) media_type!: PictureType;
  /** Of the file. */
  @columns.count() bytes!: number;
  /** The file in base64; null once it was blanked. */
  @columns.sealed({ code: true }) content!: string | null;
}

/** The content of a picture, regardless of what it belongs to. */
export type PictureFacts = Pick<ProofPicture, 'kind' | 'position' | 'media_type' | 'bytes' | 'content'>;
