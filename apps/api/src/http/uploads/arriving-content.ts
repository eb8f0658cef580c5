import {
  LONGEST_LOGO_SIDE,
  MOST_PIXELS,
  typesOf,
  type FileArrival,
  type FilePurpose,
  type FileType,
} from '@usaha/core';
import { allPictureTypes, hasAllPixels, readPicture } from '@usaha/picture-reader';
import { DomainError, invalid } from '@usaha/shared';
import {
  SAMPLE_BYTES,
  declaredType,
  dicomType,
  kindOf,
  requireDeclared,
  textTypeOf,
  unknownType,
  type ContentKind,
} from './content-type.js';
import { TAIL_BYTES, officeTypeOf } from './office-archive.js';
import { Tail } from './tail.js';
import { TextCheck } from './text-check.js';
import { messages } from './upload.messages.js';

/** The fields that state purpose and name of a file. They may come before its bytes or behind. */
export interface Stated {
  /** undefined: not said yet. */
  purpose?: FilePurpose;
  name: string | null;
  /** The collection of the record that it belongs to. */
  resource?: string;
}

/** Counts bytes of pictures, which are held whole. */
export interface HeldBytes {
  add(bytes: number): void;
}

/** Facts of the bytes once they have all arrived. */
export interface ArrivedContent {
  media_type: FileType;
  width: number | null;
  height: number | null;
}

/**
 * The bytes of a file as they arrive: their type is told by their beginning, and they go on into the store. Pictures alone are held
 * whole, since their metadata are removed.
 */
export class ArrivingContent {
  private sent = 0;
  private kind: ContentKind | null = null;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private readonly declared: string | null;
  private readonly tail = new Tail(TAIL_BYTES);
  private readonly text = new TextCheck();

  /**
   * @param mostOf bytes that a file of a purpose may have; of any purpose where none is stated yet
   * @param contentType as it was declared
   */
  constructor(
    private readonly arrival: Pick<FileArrival, 'write' | 'end'>,
    private readonly stated: Stated,
    private readonly mostOf: (purpose?: FilePurpose) => number,
    contentType: string | undefined,
    private readonly memory: HeldBytes,
  ) {
    this.declared = declaredType(contentType);
  }

  /** @throws too_large, invalid as soon as either is certain */
  async take(piece: Buffer): Promise<void> {
    this.sent += piece.length;
    const most = this.mostOf(this.stated.purpose);
    if (this.sent > most) throw new DomainError('too_large', messages.fileTooLarge({ most }));
    if (this.kind !== null) return this.pass(piece);
    this.hold(piece);
    if (this.heldBytes >= SAMPLE_BYTES) await this.begin();
  }

  /** All bytes have arrived. @throws too_large, invalid */
  async end(purpose: FilePurpose): Promise<ArrivedContent> {
    if (this.sent === 0) throw invalid('file', messages.fileEmpty());
    const most = this.mostOf(purpose);
    if (this.sent > most) throw new DomainError('too_large', messages.fileTooLarge({ most }));
    if (this.kind === null) await this.begin();
    const picture = typeof this.kind === 'object';
    const content = picture
      ? await this.endPicture(purpose)
      : { media_type: await this.typeAtEnd(), width: null, height: null };
    requireDeclared(this.declared, content.media_type);
    requireTaken(content.media_type, purpose);
    requireClinic(content.media_type, this.stated.resource);
    await this.arrival.end();
    return content;
  }

  private async begin(): Promise<void> {
    const sample = Buffer.concat(this.held);
    this.kind = await kindOf(sample);
    if (typeof this.kind === 'object') {
      requireDeclared(this.declared, this.kind.picture);
      if (this.stated.purpose) requireTaken(this.kind.picture, this.stated.purpose);
      this.memory.add(this.heldBytes);
      return;
    }
    this.held = [];
    await this.pass(sample);
  }

  private async pass(piece: Buffer): Promise<void> {
    if (typeof this.kind === 'object') {
      this.memory.add(piece.length);
      this.hold(piece);
      return;
    }
    if (this.kind === 'text') this.text.add(piece);
    if (this.kind === 'office') this.tail.add(piece);
    await this.arrival.write(piece);
  }

  private hold(piece: Buffer): void {
    this.held.push(piece);
    this.heldBytes += piece.length;
  }

  private async endPicture(purpose: FilePurpose): Promise<ArrivedContent> {
    const picture = readPicture(Buffer.concat(this.held), allPictureTypes);
    this.held = [];
    if (!picture) throw invalid('file', messages.pictureIncomplete());
    const { media_type, width, height, file } = picture;
    requireSize(width, height, purpose);
    // Documents draw its pixels.
    if (purpose === 'logo' && media_type === 'image/png' && !(await hasAllPixels(file)))
      throw invalid('file', messages.pictureIncomplete());
    await this.arrival.write(file);
    return { media_type, width, height };
  }

  private async typeAtEnd(): Promise<FileType> {
    if (this.kind === 'pdf') return 'application/pdf';
    if (this.kind === 'dicom') return dicomType;
    if (this.kind === 'text') {
      this.text.end();
      return textTypeOf(this.stated.name);
    }
    const type = await officeTypeOf(this.tail.bytes, this.sent);
    if (type === null) throw unknownType('application/zip');
    return type;
  }
}

/** @throws invalid for a type that the purpose does not take */
function requireTaken(type: FileType, purpose: FilePurpose): void {
  const types = typesOf(purpose);
  if (!types.includes(type)) throw invalid('file', messages.typeNotForPurpose({ type, purpose, types }));
}

/** @throws invalid for DICOM that no record of a clinic takes */
function requireClinic(type: FileType, resource: string | undefined): void {
  if (type === dicomType && !resource?.startsWith('healthcare.')) throw invalid('file', messages.dicomOfClinics());
}

function requireSize(width: number, height: number, purpose: FilePurpose): void {
  if (purpose === 'logo' && Math.max(width, height) > LONGEST_LOGO_SIDE)
    throw invalid(
      'file',
      messages.pictureTooLarge({ width, height, most: `${LONGEST_LOGO_SIDE} × ${LONGEST_LOGO_SIDE}` }),
    );
  if (width * height > MOST_PIXELS)
    throw invalid('file', messages.pictureTooLarge({ width, height, most: `${MOST_PIXELS / 1_000_000} MP` }));
}
