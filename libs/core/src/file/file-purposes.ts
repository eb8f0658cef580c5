/** What a file is for, the default first. */
export const filePurposes = ['document', 'picture', 'logo', 'import'] as const;
export type FilePurpose = (typeof filePurposes)[number];

/** The same with the archives that exports of whole tenants make: they are not uploaded, and do not count for the quota. */
export const storedPurposes = [...filePurposes, 'export'] as const;
export type StoredPurpose = (typeof storedPurposes)[number];
/** So long such an archive is kept. */
export const EXPORT_KEPT_MS = 7 * 86_400_000;

export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const DICOM = 'application/dicom';

/** Media types that a file of the service can have; each follows from its content. */
export const fileTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
  DOCX,
  XLSX,
  DICOM,
  'text/plain',
  'text/csv',
] as const;
export type FileType = (typeof fileTypes)[number];

/** Of an archive, which is no type that an upload may have. */
export const ZIP = 'application/zip';
export const storedTypes = [...fileTypes, ZIP] as const;

/** The types of pictures: they are read whole, and lose their metadata. */
export const isPictureType = (type: string): boolean => type.startsWith('image/');

/** The ending that a name of each type has. */
export const endings: Readonly<Record<FileType, readonly [usual: string, ...others: string[]]>> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'application/pdf': ['.pdf'],
  [DOCX]: ['.docx'],
  [XLSX]: ['.xlsx'],
  [DICOM]: ['.dcm'],
  'text/plain': ['.txt'],
  'text/csv': ['.csv'],
};

const MIB = 1_048_576;
/** Pixels of a picture, and of each side of a logo. */
export const MOST_PIXELS = 50_000_000;
export const LONGEST_LOGO_SIDE = 2_000;

interface PurposeRule {
  /** Bytes as they are sent; null: the installation's limit of documents. */
  most: number | null;
  types: readonly FileType[];
}

const rules: Readonly<Record<FilePurpose, PurposeRule>> = {
  document: { most: null, types: fileTypes },
  picture: { most: 5 * MIB, types: ['image/jpeg', 'image/png', 'image/webp'] },
  logo: { most: MIB, types: ['image/jpeg', 'image/png'] },
  import: { most: 25 * MIB, types: ['text/csv', 'text/plain', XLSX] },
};

/** The types that a purpose takes. */
export const typesOf = (purpose: FilePurpose): readonly FileType[] => rules[purpose].types;

/** The limits of an installation. */
export class FileLimits {
  /** Bytes of a file of any purpose. */
  readonly most: number;

  /** @param documentBytes of a document @param quota of a tenant */
  constructor(
    private readonly documentBytes = 25 * MIB,
    readonly quota: { bytes: number; files: number } = { bytes: 1_024 * MIB, files: 10_000 },
  ) {
    this.most = Math.max(...filePurposes.map((purpose) => this.of(purpose)));
  }

  /** Bytes that a file of a purpose may have. */
  of(purpose: FilePurpose): number {
    return rules[purpose].most ?? this.documentBytes;
  }
}
