import type { Address, BusinessType } from '@usaha/core';
import type { Role } from '@usaha/shared';

/** Of demo accounts only; the data of a production database has none. */
export const DEMO_PASSWORD = 'demo-password';

export interface DemoPerson {
  email: string;
  first_name: string;
  last_name: string;
  phone?: string;
  role: Role;
}

export interface DemoTenant {
  id: string;
  name: string;
  slug: string;
  business_type: BusinessType;
  email: string;
  phone: string;
  registration_number: string;
  address: Address;
  settings?: Record<string, unknown>;
  /** YYYY-MM-DD: demo ids and time stamps are made of it. */
  created_on: string;
  people: DemoPerson[];
}

const person = (email: string, first_name: string, last_name: string, role: Role, phone?: string): DemoPerson => ({
  email,
  first_name,
  last_name,
  role,
  phone,
});

const address = (street: string, city: string, state: string, postal_code: string): Address => ({
  street,
  city,
  state,
  postal_code,
  country: 'Malaysia',
});

export const demoTenants: DemoTenant[] = [
  {
    id: '00000000-0000-7000-8000-0000000000d1',
    name: 'Kedai Runcit Pak Din',
    slug: 'demo-kedai-pak-din',
    business_type: 'retail',
    email: 'hello@pakdin.example',
    phone: '+60123450101',
    registration_number: '202101012345',
    address: address('12, Jalan Telawi 3, Bangsar', 'Kuala Lumpur', 'Wilayah Persekutuan Kuala Lumpur', '59100'),
    created_on: '2026-01-05',
    people: [
      person('din@pakdin.example', 'Mohd Din', 'Abdullah', 'admin', '+60123450101'),
      person('mei.ling@pakdin.example', 'Mei Ling', 'Tan', 'manager', '+60165550102'),
      person('kavitha@pakdin.example', 'Kavitha', 'a/p Subramaniam', 'staff'),
      person('hafiz@pakdin.example', 'Hafiz', 'Rahman', 'staff'),
      person('akauntan@pakdin.example', 'Siti Nur', 'Aisyah', 'viewer'),
    ],
  },
  {
    id: '00000000-0000-7000-8000-0000000000d6',
    name: 'Butik Tudung Seri Kasih',
    slug: 'demo-butik-seri-kasih',
    business_type: 'retail',
    email: 'hello@serikasih.example',
    phone: '+60123450601',
    registration_number: '202201067890',
    address: address('15-G, Jalan Plumbum V7/V, Seksyen 7', 'Shah Alam', 'Selangor', '40000'),
    created_on: '2026-01-08',
    people: [
      person('rohana@serikasih.example', 'Rohana', 'binti Ibrahim', 'admin', '+60123450601'),
      person('sofea@serikasih.example', 'Nur Sofea', 'binti Azman', 'manager'),
      person('jurujual@serikasih.example', 'Yong', 'Pei Shan', 'staff'),
    ],
  },
  {
    id: '00000000-0000-7000-8000-0000000000d7',
    name: 'Telefon & Gajet Kinta',
    slug: 'demo-gajet-kinta',
    business_type: 'retail',
    email: 'hello@kinta.example',
    phone: '+6052410701',
    registration_number: '202001078901',
    address: address('88, Jalan Sultan Idris Shah', 'Ipoh', 'Perak', '30000'),
    // By its own choice: its repairs come to less than has to be registered.
    settings: { sst_registration_number: 'A10-2001-32000701' },
    created_on: '2026-01-09',
    people: [
      person('boon.hock@kinta.example', 'Boon Hock', 'Leong', 'admin', '+60165550701'),
      person('vignesh@kinta.example', 'Vignesh', 'a/l Mohan', 'manager'),
      person('juruteknik@kinta.example', 'Syafiq', 'bin Daud', 'staff'),
    ],
  },
  {
    id: '00000000-0000-7000-8000-0000000000d2',
    name: 'Klinik Keluarga Sentosa',
    slug: 'demo-klinik-sentosa',
    business_type: 'healthcare',
    email: 'hello@sentosa.example',
    phone: '+60376610201',
    registration_number: '201801023456',
    address: address('8, Jalan SS 2/24', 'Petaling Jaya', 'Selangor', '47300'),
    created_on: '2026-01-12',
    people: [
      person('dr.lim@sentosa.example', 'Lim', 'Wei Jie', 'admin', '+60125550201'),
      person('dr.aminah@sentosa.example', 'Nurul Aminah', 'binti Yusof', 'manager'),
      person('jururawat@sentosa.example', 'Rajeswari', 'a/p Muniandy', 'staff'),
      person('kaunter@sentosa.example', 'Farah', 'Izzati', 'staff'),
    ],
  },
  {
    id: '00000000-0000-7000-8000-0000000000d8',
    name: 'Poliklinik Harapan Padungan',
    slug: 'demo-poliklinik-harapan',
    business_type: 'healthcare',
    email: 'hello@harapan.example',
    phone: '+60825550801',
    registration_number: '201701089012',
    address: address('27, Jalan Padungan', 'Kuching', 'Sarawak', '93100'),
    created_on: '2026-01-14',
    people: [
      person('dr.jugah@harapan.example', 'Melissa', 'anak Jugah', 'admin', '+60825550801'),
      person('dr.chong@harapan.example', 'Siew Ling', 'Chong', 'manager'),
      person('jururawat@harapan.example', 'Dayang Nurfaizah', 'binti Abang', 'staff'),
    ],
  },
  {
    id: '00000000-0000-7000-8000-0000000000d3',
    name: 'Pusat Tuisyen Bijak Cerdas',
    slug: 'demo-tuisyen-bijak',
    business_type: 'education',
    email: 'hello@bijak.example',
    phone: '+6074310301',
    registration_number: '202203034567',
    address: address('23-01, Jalan Molek 2/4, Taman Molek', 'Johor Bahru', 'Johor', '81100'),
    created_on: '2026-02-02',
    people: [
      person('zulkifli@bijak.example', 'Zulkifli', 'Hamzah', 'admin'),
      person('cikgu.wong@bijak.example', 'Wong', 'Siew Fong', 'manager'),
      person('cikgu.devi@bijak.example', 'Devi', 'a/p Raman', 'staff'),
    ],
  },
  {
    id: '00000000-0000-7000-8000-0000000000d9',
    name: 'Sekolah Menengah Swasta Cahaya Budi',
    slug: 'demo-sekolah-cahaya',
    business_type: 'education',
    email: 'hello@cahaya.example',
    phone: '+6047330901',
    registration_number: '201201090123',
    address: address('1, Persiaran Sultan Abdul Hamid', 'Alor Setar', 'Kedah', '05000'),
    created_on: '2026-01-06',
    people: [
      person('pengetua@cahaya.example', 'Norazlina', 'binti Shafie', 'admin', '+6047330901'),
      person('bendahari@cahaya.example', 'Kok Wai', 'Teh', 'manager'),
      person('cikgu.suhaimi@cahaya.example', 'Suhaimi', 'bin Mat Isa', 'staff'),
      person('cikgu.letchumi@cahaya.example', 'Letchumi', 'a/p Arumugam', 'staff'),
      person('cikgu.ooi@cahaya.example', 'Bee Lian', 'Ooi', 'staff'),
      person('cikgu.hanisah@cahaya.example', 'Hanisah', 'binti Che Din', 'staff'),
      person('juruaudit@cahaya.example', 'Gurdev', 'Singh', 'viewer'),
    ],
  },
  {
    id: '00000000-0000-7000-8000-0000000000d4',
    name: 'Laju Ekspres Logistik',
    slug: 'demo-laju-ekspres',
    business_type: 'logistics',
    email: 'hello@laju.example',
    phone: '+6042270401',
    registration_number: '201901045678',
    address: address('Lot 88, Kawasan Perindustrian Perai', 'Perai', 'Pulau Pinang', '13600'),
    created_on: '2026-02-16',
    people: [
      person('khairul@laju.example', 'Khairul', 'Anuar', 'admin'),
      person('suresh@laju.example', 'Suresh', 'a/l Krishnan', 'manager'),
      person('operasi@laju.example', 'Goh', 'Kok Leong', 'staff'),
    ],
  },
  {
    id: '00000000-0000-7000-8000-0000000000da',
    name: 'Dahlia Hair Studio',
    slug: 'demo-dahlia-hair',
    business_type: 'beauty',
    email: 'hello@dahlia.example',
    phone: '+60377281001',
    registration_number: '202001100123',
    address: address('36-1, Jalan SS 21/37, Damansara Utama', 'Petaling Jaya', 'Selangor', '47400'),
    created_on: '2026-01-15',
    people: [
      person('serene@dahlia.example', 'Serene', 'Loh', 'admin', '+60165551001'),
      person('faizal@dahlia.example', 'Faizal', 'bin Anuar', 'manager'),
      person('kaunter@dahlia.example', 'Thilaga', 'a/p Rajan', 'staff'),
      person('akaun@dahlia.example', 'Kelvin', 'Yap', 'viewer'),
    ],
  },
  {
    id: '00000000-0000-7000-8000-0000000000db',
    name: 'Spa Muslimah Seri Kenanga',
    slug: 'demo-spa-kenanga',
    business_type: 'beauty',
    email: 'hello@kenanga.example',
    phone: '+6097471101',
    registration_number: '202201110234',
    address: address('PT 118, Jalan Sultan Yahya Petra', 'Kota Bharu', 'Kelantan', '15200'),
    created_on: '2026-01-18',
    people: [
      person('rohaya@kenanga.example', 'Nik Rohaya', 'binti Nik Mat', 'admin', '+60195551101'),
      person('zulaikha@kenanga.example', 'Zulaikha', 'binti Mohd Noor', 'manager'),
      person('kaunter@kenanga.example', 'Siti Hajar', 'binti Awang', 'staff'),
    ],
  },
  {
    id: '00000000-0000-7000-8000-0000000000dc',
    name: 'Pala Wellness Spa',
    slug: 'demo-pala-wellness',
    business_type: 'beauty',
    email: 'hello@pala.example',
    phone: '+6042611201',
    registration_number: '201801120345',
    address: address('42, Lebuh Armenian', 'George Town', 'Pulau Pinang', '10200'),
    settings: { sst_registration_number: 'P11-1808-32001201' },
    created_on: '2026-01-20',
    people: [
      person('geraldine@pala.example', 'Geraldine', 'Khoo', 'admin', '+60125551201'),
      person('arvind@pala.example', 'Arvind', 'a/l Nair', 'manager'),
      person('frontdesk@pala.example', 'Nurul Izzah', 'binti Rosli', 'staff'),
      person('payroll@pala.example', 'Su Lin', 'Beh', 'viewer'),
    ],
  },
  {
    id: '00000000-0000-7000-8000-0000000000dd',
    name: 'Kurier Lembah Pantas',
    slug: 'demo-kurier-lembah',
    business_type: 'logistics',
    email: 'hello@lembahpantas.example',
    phone: '+60351201301',
    registration_number: '201901130456',
    address: address('Lot 7, Jalan Subang Jaya 26/10', 'Shah Alam', 'Selangor', '40400'),
    created_on: '2026-01-22',
    people: [
      person('azlan@lembahpantas.example', 'Mohd Azlan', 'bin Hussein', 'admin', '+60125551301'),
      person('pui.yee@lembahpantas.example', 'Pui Yee', 'Cheong', 'manager'),
      person('operasi@lembahpantas.example', 'Letchumanan', 'a/l Rajoo', 'staff'),
      person('hab@lembahpantas.example', 'Nor Faizah', 'binti Kamal', 'staff'),
      person('akaun@lembahpantas.example', 'Jaswinder', 'Kaur', 'viewer'),
    ],
  },
];
