import { namesFoundIn, type Words } from '@usaha/shared';

/** Medicines that a person who is allergic to one of them may react to. */
export interface DrugClass {
  key: string;
  words: Words;
  /** Words that name the class in an allergy, in English and Malay. */
  named: readonly string[];
  /** Words that name one of it: international names in both spellings, and brands of the Malaysian market. */
  members: readonly string[];
  /** Classes with which reactions in common are described. */
  related?: readonly string[];
}

const list = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Classes as the Anatomical Therapeutic Chemical classification groups them (WHO Collaborating Centre for Drug Statistics Methodology,
 * ATC/DDD Index; the groups are named at each class). Brands are those known on the Malaysian market in 2026; they were not compared
 * with the register of the National Pharmaceutical Regulatory Agency, and the table is not complete: no warning proves no safety
 * . Sulfonamides without antibacterial effect (furosemide, thiazides, celecoxib) are left out: reactions in common are not
 * confirmed.
 */
export const drugClasses: readonly DrugClass[] = [
  {
    // J01C
    key: 'penicillins',
    words: { en: 'penicillins', ms: 'penisilin' },
    named: list('penicillin penisilin'),
    members: list(
      `penicillin amoxicillin amoxycillin ampicillin benzylpenicillin phenoxymethylpenicillin cloxacillin flucloxacillin
       dicloxacillin piperacillin sultamicillin ticarcillin amoxiclav augmentin amoxil ospamox curam clamovid unasyn tazocin`,
    ),
    related: ['cephalosporins', 'carbapenems'],
  },
  {
    // J01DB to J01DE
    key: 'cephalosporins',
    words: { en: 'cephalosporins', ms: 'sefalosporin' },
    named: list('cephalosporin cefalosporin sefalosporin'),
    members: list(
      `cephalexin cefalexin cefaclor cefuroxime ceftriaxone cefotaxime ceftazidime cefepime cefixime cefoperazone cefadroxil
       cefazolin cephazolin cephradine cefdinir cefpodoxime ceftaroline cefditoren zinnat zinacef rocephin rocephine fortum keflex
       uphalexin suprax claforan maxipime omnicef sulperazon`,
    ),
    related: ['penicillins'],
  },
  {
    // J01DH
    key: 'carbapenems',
    words: { en: 'carbapenems', ms: 'karbapenem' },
    named: list('carbapenem karbapenem'),
    members: list('imipenem meropenem ertapenem doripenem tienam meronem invanz'),
    related: ['penicillins'],
  },
  {
    // J01E, A07EC01, D06BA
    key: 'sulfonamides',
    words: { en: 'sulfonamides', ms: 'sulfonamida' },
    named: list('sulfonamide sulphonamide sulfonamida sulfa sulpha'),
    members: list(
      `sulfamethoxazole sulphamethoxazole cotrimoxazole trimoxazole sulfadiazine sulphadiazine sulfasalazine sulphasalazine
       sulfadoxine sulfacetamide bactrim septrin salazopyrin fansidar flamazine`,
    ),
  },
  {
    // M01A
    key: 'nsaids',
    words: { en: 'NSAIDs', ms: 'NSAID' },
    named: list('nsaid'),
    members: list(
      `ibuprofen diclofenac naproxen mefenamic ketoprofen dexketoprofen indomethacin indometacin piroxicam tenoxicam meloxicam
       lornoxicam celecoxib etoricoxib parecoxib ketorolac flurbiprofen aceclofenac sulindac nimesulide tiaprofenic voltaren
       cataflam brufen nurofen ponstan celebrex arcoxia mobic feldene synflex naprosyn dynastat fastum strepfen indocid`,
    ),
    related: ['salicylates'],
  },
  {
    // N02BA, B01AC06
    key: 'salicylates',
    words: { en: 'aspirin and salicylates', ms: 'aspirin dan salisilat' },
    named: list('aspirin salicylate salisilat'),
    members: list('aspirin acetylsalicylic salicylate diflunisal cardiprin glyprin disprin aspro'),
    related: ['nsaids'],
  },
  {
    // J01FA
    key: 'macrolides',
    words: { en: 'macrolides', ms: 'makrolida' },
    named: list('macrolide makrolida'),
    members: list(
      'erythromycin azithromycin clarithromycin roxithromycin spiramycin zithromax klacid erythrocin rulid binozyt',
    ),
  },
  {
    // J01M
    key: 'quinolones',
    words: { en: 'quinolones', ms: 'kuinolon' },
    named: list('quinolone fluoroquinolone kuinolon fluorokuinolon'),
    members: list(
      `ciprofloxacin levofloxacin moxifloxacin ofloxacin norfloxacin pefloxacin gatifloxacin nalidixic ciprobay cravit avelox
       tarivid noroxin`,
    ),
  },
  {
    // J01A
    key: 'tetracyclines',
    words: { en: 'tetracyclines', ms: 'tetrasiklin' },
    named: list('tetracycline tetrasiklin'),
    members: list(
      'tetracycline doxycycline minocycline oxytetracycline lymecycline demeclocycline tigecycline vibramycin minocin tygacil',
    ),
  },
  {
    // J01G
    key: 'aminoglycosides',
    words: { en: 'aminoglycosides', ms: 'aminoglikosida' },
    named: list('aminoglycoside aminoglikosida'),
    members: list('gentamicin amikacin neomycin streptomycin tobramycin kanamycin garamycin'),
  },
  {
    // N02A, R05DA
    key: 'opioids',
    words: { en: 'opioids', ms: 'opioid' },
    named: list('opioid opiate opiat'),
    members: list(
      `morphine codeine tramadol pethidine fentanyl oxycodone dihydrocodeine buprenorphine methadone hydromorphone tapentadol
       pholcodine tramal ultracet durogesic oxycontin oxynorm subutex suboxone targin`,
    ),
  },
  {
    // C10AA
    key: 'statins',
    words: { en: 'statins', ms: 'statin' },
    named: list('statin'),
    members: list(
      `simvastatin atorvastatin rosuvastatin pravastatin lovastatin fluvastatin pitavastatin zocor lipitor crestor vytorin caduet
       lescol`,
    ),
  },
  {
    // C09A, C09B
    key: 'ace_inhibitors',
    words: { en: 'ACE inhibitors', ms: 'perencat ACE' },
    named: list('ace'),
    members: list(
      `captopril enalapril perindopril ramipril lisinopril imidapril fosinopril quinapril benazepril capoten renitec coversyl
       coveram tritace zestril tanatril`,
    ),
  },
  {
    // N03AA, N03AB, N03AF: reactions of the skin in common, HLA-B*15:02 among them
    key: 'aromatic_anticonvulsants',
    words: { en: 'aromatic anticonvulsants', ms: 'antikonvulsan aromatik' },
    named: list('anticonvulsant antiepileptic antikonvulsan antiepileptik'),
    members: list(
      `carbamazepine oxcarbazepine phenytoin fosphenytoin phenobarbital phenobarbitone primidone lamotrigine tegretol trileptal
       dilantin lamictal`,
    ),
  },
  {
    // N01BB
    key: 'amide_anaesthetics',
    words: { en: 'local anaesthetics of the amide type', ms: 'anestetik setempat jenis amida' },
    named: list('anaesthetic anesthetic anestetik'),
    members: list(
      'lidocaine lignocaine bupivacaine levobupivacaine ropivacaine prilocaine mepivacaine articaine xylocaine marcaine emla naropin',
    ),
  },
  {
    // N02BE01
    key: 'paracetamol',
    words: { en: 'paracetamol', ms: 'parasetamol' },
    named: list('paracetamol parasetamol acetaminophen'),
    members: list('paracetamol acetaminophen panadol uphamol tylenol ultracet'),
  },
  {
    // B01AB
    key: 'heparins',
    words: { en: 'heparins', ms: 'heparin' },
    named: list('heparin'),
    members: list('heparin enoxaparin nadroparin tinzaparin dalteparin clexane fraxiparine innohep'),
  },
  {
    // V08A
    key: 'contrast_media',
    words: { en: 'iodinated contrast media', ms: 'media kontras beriodin' },
    named: list('contrast kontras'),
    members: list(
      `contrast kontras iohexol iopamidol iodixanol iopromide ioversol iobitridol iomeprol omnipaque visipaque ultravist iopamiro
       xenetix iomeron`,
    ),
  },
  {
    key: 'latex',
    words: { en: 'natural rubber latex', ms: 'lateks getah asli' },
    named: list('latex lateks rubber getah'),
    members: list('latex lateks rubber getah'),
  },
];

const byKey = new Map(drugClasses.map((drug) => [drug.key, drug]));

/** A class by its key; undefined for one that a later release named. */
export const drugClassOf = (key: string): DrugClass | undefined => byKey.get(key);

type Index = ReadonlyMap<string, readonly string[]>;

/** By word, the classes that it names. */
function indexOf(words: (drug: DrugClass) => readonly string[]): Index {
  const index = new Map<string, string[]>();
  for (const drug of drugClasses)
    for (const word of new Set(words(drug))) index.set(word, [...(index.get(word) ?? []), drug.key]);
  return index;
}

const inAllergy = indexOf(({ named, members }) => [...named, ...members]);
const inMedication = indexOf(({ members }) => members);
const allergens = namesFoundIn([...inAllergy.keys()]);
const medicines = namesFoundIn([...inMedication.keys()]);

/** A word of a text, and a class that it names. */
export interface NamedClass {
  drug_class: string;
  drug: string;
}

const classesIn = (text: string, words: (text: string) => string[], index: Index): NamedClass[] =>
  words(text).flatMap((drug) => (index.get(drug) ?? []).map((drug_class) => ({ drug_class, drug })));

/** The classes that an allergy names, by the class itself or one of it. */
export const classesOfAllergy = (allergy: string): string[] => [
  ...new Set(classesIn(allergy, allergens, inAllergy).map(({ drug_class }) => drug_class)),
];

/** The classes of which a medication names one, and the word by which it does. */
export const classesOfMedication = (medication: string): NamedClass[] => classesIn(medication, medicines, inMedication);
