import {
  MAX_PICTURES,
  Proof,
  ProofCorrection,
  ProofPicture,
  pictureTypes,
  type NewProof,
  type PictureType,
  type WholeProof,
} from '@usaha/logistics';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { sentFile, sentFiles } from '../../../wire/sent-files.js';
import { viewFor, viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { LocationBody, LocationView, reportedLocation } from './tracking.wire.js';

const pictureTypeChoices = choices('PictureType', pictureTypes);

const DRIVER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6c';
const NAME = 200;
const LONG = 10_000;
/** The smallest PNG. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

/** POST /api/v1/logistics/shipments/{shipment_id}/proof-of-delivery/. */
export class ProofBody {
  @field.text('The person who received it', 'Tan Mei Ling', {
    max: NAME,
    view: 'The person who received it; null once it was erased',
  })
  received_by!: string;
  @sentFile('Signature: PNG or JPEG in base64 or as a data URL, at most 51,200 bytes; its metadata are removed', PNG)
  signature?: string | null;
  @sentFiles(
    'Photographs: PNG or JPEG in base64 or as data URLs, at most 204,800 bytes each; their metadata are removed',
    [PNG],
    MAX_PICTURES,
  )
  pictures?: string[];
  @field.texts(
    'Ids of photographs (files, JPEG or PNG): files of the shipment, or without a record; with pictures at most 3 (A-493)',
    [],
    {
      unset: true,
      max: MAX_PICTURES,
      view: 'Ids of photographs that are files of the shipment, in the order sent; none once they were erased',
    },
  )
  picture_ids?: string[];
  @field.nested('Where and when', LocationBody, { optional: true, view: 'Where it happened' })
  location?: LocationBody | null;
  @field.money(
    'With cod: what was collected, in MYR. It must equal payment_amount, or there is a difference_reason',
    59.9,
    {
      optional: true,
      view: 'Amount collected, in MYR',
    },
  )
  collected_amount?: number | null;
  @field.text('Why another amount was collected; a card number is masked', 'Penerima membayar sebahagian', {
    optional: true,
    view: 'Why another amount was collected',
  })
  difference_reason?: string | null;
  @field.text('Notes; a card number is masked', 'Diserahkan kepada pengawal', {
    optional: true,
    max: LONG,
    view: 'Notes',
  })
  notes?: string | null;
}

/** POST /api/v1/logistics/shipments/{shipment_id}/proof-of-delivery/correction/. */
export class ProofCorrectionBody {
  @field.money('Amount collected, in MYR', 59.9) collected_amount!: number;
  @field.text('Why; a card number is masked', 'Salah taip') reason!: string;
}

@field.record('A correction of what was collected')
export class ProofCorrectionView {
  @field.money('Amount before the correction, in MYR; null where none was recorded', 5.99, { nullable: true })
  from_amount!: number | null;
  @field.text('Why the amount before it was another than payment_amount', 'Penerima membayar sebahagian', {
    nullable: true,
  })
  from_reason!: string | null;
  @field.money('Amount after the correction, in MYR', 59.9) collected_amount!: number;
  @field.text('Why; null once it was erased', 'Salah taip', { nullable: true }) reason!: string | null;
  @field.id('Id of the user who corrected it', undefined, { nullable: true }) corrected_by!: string | null;
  @field.instant('When it was corrected (UTC)') corrected_at!: Date;
}

const proofCorrectionView = viewOf(ProofCorrection, ProofCorrectionView, {
  personal: ['from_reason', 'reason'],
  fields: { corrected_by: ({ actor_id }) => actor_id, corrected_at: ({ created_at }) => created_at },
});

export const newProof = ({ location, ...said }: ProofBody): NewProof => ({
  ...said,
  location: reportedLocation(location),
});

@field.record('A picture of a proof of delivery')
export class ProofPictureView {
  @field.choice('What it is, by its first bytes', pictureTypeChoices) media_type!: PictureType;
  @field.count('Bytes, without metadata', 67) bytes!: number;
}

@field.record('A picture of a proof of delivery, with what is in it')
export class WholeProofPictureView extends ProofPictureView {
  @field.text('The file in base64; null once it was erased', PNG, { nullable: true, max: 300_000 }) content!:
    string | null;
}

@field.record('A proof of delivery')
export class ProofView extends ViewType(ProofBody, {
  within: { location: LocationView },
  nullable: ['received_by'],
  except: ['signature', 'pictures'],
}) {
  @field.id('Id of the proof') id!: string;
  @placedBefore('received_by') @field.id('Id of the shipment') shipment_id!: string;
  @placedBefore('location')
  @field.nested('Signature', ProofPictureView, { nullable: true })
  signature!: ProofPictureView | null;
  @placedBefore('location')
  @field.nestedList('Photographs, in the order sent', ProofPictureView)
  pictures!: ProofPictureView[];
  @placedBefore('collected_amount')
  @field.money('Amount to be collected, in MYR; null where nothing is paid on delivery', 59.9, { nullable: true })
  expected_amount!: number | null;
  @field.id('Id of the driver who had the shipment', DRIVER, { nullable: true }) driver_id!: string | null;
  @field.text('Name of the driver at that time', 'Ahmad Faizal', { nullable: true }) driver_name!: string | null;
  @field.id('Id of the user who recorded it', undefined, { nullable: true }) recorded_by!: string | null;
  @field.nestedList('Corrections of what was collected, the first first (A-371)', ProofCorrectionView)
  corrections!: ProofCorrectionView[];
  @field.instant('When it was recorded (UTC)') created_at!: Date;
}

@field.record('A proof of delivery with its pictures')
export class WholeProofView extends ProofView {
  @field.nested('Signature', WholeProofPictureView, { nullable: true }) declare signature: WholeProofPictureView | null;
  @field.nestedList('Photographs, in the order sent', WholeProofPictureView) declare pictures: WholeProofPictureView[];
}

const personal = ['received_by', 'location', 'notes', 'driver_name', 'difference_reason'] as const;
const shown = <V>(pictures: readonly ProofPicture[], view: (picture: ProofPicture) => V) => ({
  signature: pictures.filter(({ kind }) => kind === 'signature').map(view)[0] ?? null,
  pictures: pictures.filter(({ kind }) => kind === 'picture').map(view),
});

const pictureView = viewOf(ProofPicture, ProofPictureView);
type Parts = Pick<WholeProof, 'pictures' | 'corrections'>;
const corrections = (_: Proof, of: Parts): ProofCorrectionView[] => of.corrections.map(proofCorrectionView);
const recorded = viewFor<Proof, ProofView, Parts>(Proof, ProofView, {
  revision: 3,
  etagParts: () => ['recorded'],
  personal,
  fields: {
    signature: (_, { pictures }) => shown(pictures, pictureView).signature,
    pictures: (_, { pictures }) => shown(pictures, pictureView).pictures,
    corrections,
  },
});

const wholePictureView = viewOf(ProofPicture, WholeProofPictureView, { personal: ['content'] });
const whole = viewFor<Proof, WholeProofView, Parts>(Proof, WholeProofView, {
  revision: 3,
  personal,
  fields: {
    signature: (_, { pictures }) => shown(pictures, wholePictureView).signature,
    pictures: (_, { pictures }) => shown(pictures, wholePictureView).pictures,
    corrections,
  },
});

/** Without what is in the pictures: who sent them has them. */
export const proofView = ({ proof, ...parts }: WholeProof): ProofView => recorded(parts)(proof);
export const wholeProofView = ({ proof, ...parts }: WholeProof): WholeProofView => whole(parts)(proof);
