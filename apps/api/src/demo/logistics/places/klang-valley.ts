import { place, type DemoPlace } from './demo-place.js';

/** A part of the Klang valley that one van serves. */
export interface DemoZone {
  name: string;
  places: readonly DemoPlace[];
}

/** Where parcels are sorted. */
export const hub = place('Hab Hicom', 'Jalan Subang Jaya 26/10', ['40400', 'Shah Alam', 'SGR'], [3.0312, 101.5489]);

export const zones: readonly DemoZone[] = [
  {
    name: 'Klang dan Pelabuhan Klang',
    places: [
      place('Bandar Bukit Tinggi', 'Jalan Batu Nilam 16', ['41200', 'Klang', 'SGR'], [2.9972, 101.4415]),
      place('Taman Meru', 'Jalan Meru', ['41050', 'Klang', 'SGR'], [3.0663, 101.4487]),
      place('Pandamaran', 'Jalan Chan Ah Choo', ['42000', 'Pelabuhan Klang', 'SGR'], [3.0097, 101.4106]),
      place('Bandar Baru Klang', 'Jalan Tiara 2', ['41150', 'Klang', 'SGR'], [3.0627, 101.4664]),
    ],
  },
  {
    name: 'Shah Alam Utara',
    places: [
      place('Seksyen 7', 'Jalan Plumbum Z7/Z', ['40000', 'Shah Alam', 'SGR'], [3.0719, 101.4915]),
      place('Setia Alam', 'Jalan Setia Prima S U13/S', ['40170', 'Shah Alam', 'SGR'], [3.1072, 101.4567]),
      place('Bukit Jelutong', 'Jalan Opera G U2/G', ['40150', 'Shah Alam', 'SGR'], [3.0986, 101.5283]),
      place('Subang Bestari', 'Jalan Nova U5/1', ['40150', 'Shah Alam', 'SGR'], [3.1646, 101.5406]),
    ],
  },
  {
    name: 'Shah Alam Selatan',
    places: [
      place('Seksyen 18', 'Jalan Pinang A 18/A', ['40200', 'Shah Alam', 'SGR'], [3.0468, 101.5206]),
      place('Kota Kemuning', 'Jalan Anggerik Mokara 31/45', ['40460', 'Shah Alam', 'SGR'], [3.0003, 101.5376]),
      place('Alam Impian', 'Persiaran Seruling', ['40470', 'Shah Alam', 'SGR'], [3.0241, 101.5073]),
    ],
  },
  {
    name: 'Subang Jaya dan USJ',
    places: [
      place('SS 15', 'Jalan SS 15/4', ['47500', 'Subang Jaya', 'SGR'], [3.0769, 101.5886]),
      place('USJ 9', 'Jalan USJ 9/5', ['47620', 'Subang Jaya', 'SGR'], [3.0464, 101.5852]),
      place('USJ 21', 'Jalan USJ 21/10', ['47640', 'Subang Jaya', 'SGR'], [3.0299, 101.5818]),
      place('Bandar Sunway', 'Jalan PJS 11/9', ['47500', 'Subang Jaya', 'SGR'], [3.0687, 101.6049]),
    ],
  },
  {
    name: 'Petaling Jaya',
    places: [
      place('SS 2', 'Jalan SS 2/24', ['47300', 'Petaling Jaya', 'SGR'], [3.1183, 101.6207]),
      place('Seksyen 14', 'Jalan 14/20', ['46100', 'Petaling Jaya', 'SGR'], [3.1087, 101.6363]),
      place('Taman Megah', 'Jalan SS 24/8', ['47301', 'Petaling Jaya', 'SGR'], [3.1139, 101.6124]),
      place('PJS 5', 'Jalan PJS 5/26', ['46150', 'Petaling Jaya', 'SGR'], [3.0767, 101.6242]),
    ],
  },
  {
    name: 'Damansara dan Sungai Buloh',
    places: [
      place('Damansara Utama', 'Jalan SS 21/37', ['47400', 'Petaling Jaya', 'SGR'], [3.1353, 101.6225]),
      place('Kota Damansara', 'Jalan Camar 4/1', ['47810', 'Petaling Jaya', 'SGR'], [3.1541, 101.5934]),
      place('Saujana Utama', 'Jalan Saujana Utama 5', ['47000', 'Sungai Buloh', 'SGR'], [3.2092, 101.4904]),
      place('Taman Tun Dr Ismail', 'Jalan Burhanuddin Helmi', ['60000', 'Kuala Lumpur', 'KUL'], [3.1412, 101.6308]),
    ],
  },
  {
    name: 'Kuala Lumpur Pusat',
    places: [
      place('Bangsar', 'Jalan Telawi 3', ['59100', 'Kuala Lumpur', 'KUL'], [3.1316, 101.6712]),
      place('Bukit Bintang', 'Jalan Changkat Thambi Dollah', ['55100', 'Kuala Lumpur', 'KUL'], [3.1398, 101.7103]),
      place('Jalan Ampang', 'Jalan Ampang', ['50450', 'Kuala Lumpur', 'KUL'], [3.1598, 101.7185]),
      place('Mont Kiara', 'Jalan Kiara', ['50480', 'Kuala Lumpur', 'KUL'], [3.1692, 101.6527]),
    ],
  },
  {
    name: 'Kuala Lumpur Selatan dan Cheras',
    places: [
      place('Sri Petaling', 'Jalan Radin Bagus', ['57000', 'Kuala Lumpur', 'KUL'], [3.0693, 101.6903]),
      place('Taman Segar', 'Jalan Manis 4', ['56100', 'Kuala Lumpur', 'KUL'], [3.0886, 101.7463]),
      place('Kuchai Lama', 'Jalan Kuchai Maju 6', ['58200', 'Kuala Lumpur', 'KUL'], [3.0903, 101.6874]),
      place('Bandar Mahkota Cheras', 'Jalan Temenggung 9/9', ['43200', 'Cheras', 'SGR'], [3.0489, 101.7863]),
    ],
  },
  {
    name: 'Puchong dan Seri Kembangan',
    places: [
      place('Bandar Puteri', 'Jalan Puteri 1/4', ['47100', 'Puchong', 'SGR'], [3.0246, 101.6163]),
      place('Bandar Kinrara', 'Jalan BK 5A/3', ['47180', 'Puchong', 'SGR'], [3.0468, 101.6446]),
      place('Taman Equine', 'Jalan Equine 9B', ['43300', 'Seri Kembangan', 'SGR'], [2.9924, 101.6719]),
    ],
  },
  {
    name: 'Kajang, Bangi, Putrajaya dan Cyberjaya',
    places: [
      place('Sungai Chua', 'Jalan Reko', ['43000', 'Kajang', 'SGR'], [2.9897, 101.7794]),
      place('Seksyen 7 Bangi', 'Jalan 7/7A', ['43650', 'Bandar Baru Bangi', 'SGR'], [2.9631, 101.7561]),
      place('Presint 9', 'Jalan P9 E/1', ['62250', 'Putrajaya', 'PJY'], [2.9361, 101.6698]),
      place('Cyber 5', 'Jalan Teknokrat 3', ['63000', 'Cyberjaya', 'SGR'], [2.9213, 101.6559]),
    ],
  },
  {
    name: 'Ampang, Gombak dan Rawang',
    places: [
      place('Pandan Indah', 'Jalan Pandan Indah 4/2', ['55100', 'Kuala Lumpur', 'KUL'], [3.1312, 101.7529]),
      place('Taman Ukay Perdana', 'Jalan UP 3/2', ['68000', 'Ampang', 'SGR'], [3.1866, 101.7718]),
      place('Taman Samudera', 'Jalan Samudera Utara 2', ['68100', 'Batu Caves', 'SGR'], [3.2386, 101.6904]),
      place('Bandar Country Homes', 'Jalan Desa 1/5', ['48000', 'Rawang', 'SGR'], [3.3041, 101.5521]),
    ],
  },
];
