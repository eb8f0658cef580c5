import { courierTrade } from './courier-days.js';
import type { DemoCarrier } from './demo-carrier.js';
import { hauls, rounds } from './demo-routes.js';
import { haulierTrade } from './haulage.js';

/**
 * Two among the demo tenants of core, by their ids there: a courier in the Klang valley, and a haulier along the peninsula.
 * Their receivers are made up: no person is told of their parcels.
 */
export const demoCarriers: readonly DemoCarrier[] = [
  {
    tenant_id: '00000000-0000-7000-8000-0000000000dd',
    seed: 40_400,
    state: '10',
    policies: { schedules_follow_shipments: true, fuel_consumption_per_100km: 9.5, tell_receivers: false },
    drivers: {
      count: 14,
      communities: ['malay', 'malay', 'malay', 'tamil', 'tamil', 'chinese', 'sikh'],
      birthplaces: ['10', '10', '14', '08', '05'],
      home: 'Shah Alam',
      prefix: '441',
      license_classes: ['D', 'D', 'B2, D', 'D, E'],
      hire: ['GDL'],
      salaries: [1_900, 2_700],
    },
    models: [
      {
        plates: ['BQA 1826', 'BQA 1827', 'BQC 4471', 'BRD 730', 'BRD 5518', 'BRG 9024', 'VKT 2316', 'VKT 2317'],
        details: {
          vehicle_type: 'van',
          make: 'Toyota',
          model: 'Hiace',
          color: 'putih',
          capacity_kg: 1_000,
          dimensions_cm: { length: 300, width: 165, height: 130 },
          features: ['rak', 'kamera papan pemuka'],
        },
        years: [2019, 2024],
        numbers: ['JTFSS22P500', '2KD1'],
        yearly: 24_000,
        interval: 5_000,
        is_inspected: true,
      },
      {
        plates: ['BPU 6612', 'BPU 6613', 'WC 8105 K', 'BRK 3390'],
        details: {
          vehicle_type: 'van',
          make: 'Nissan',
          model: 'NV200',
          color: 'putih',
          capacity_kg: 650,
          dimensions_cm: { length: 204, width: 150, height: 130 },
          features: ['rak'],
        },
        years: [2017, 2022],
        numbers: ['VSKFVAM20U0', 'HR16'],
        yearly: 22_000,
        interval: 5_000,
        is_inspected: true,
      },
    ],
    services: [
      {
        service_type: 'Servis berkala',
        cost: 385,
        workshop: 'Bengkel Auto Hicom',
        notes: 'Minyak enjin, penapis minyak dan udara',
      },
      { service_type: 'Tayar', cost: 1_120, workshop: 'Kedai Tayar Seksyen 15', notes: 'Empat tayar, imbangan' },
      { service_type: 'Brek', cost: 460, workshop: 'Bengkel Auto Hicom', notes: 'Pad brek hadapan' },
    ],
    worries: {
      license: null,
      road_tax: null,
      service: { vehicle: 4, kilometres: 250, service_type: 'Pad brek' },
      broken_down: { vehicle: 9, notes: 'Kotak gear; menunggu alat ganti' },
    },
    routes: rounds,
    trade: courierTrade,
  },
  {
    tenant_id: '00000000-0000-7000-8000-0000000000d4',
    seed: 13_600,
    state: '07',
    policies: { schedules_follow_shipments: true, fuel_consumption_per_100km: 34, tell_receivers: false },
    drivers: {
      count: 10,
      communities: ['malay', 'malay', 'tamil', 'tamil', 'chinese', 'sikh'],
      birthplaces: ['07', '02', '08', '01'],
      home: 'George Town',
      prefix: '442',
      license_classes: ['E', 'E', 'D, E'],
      hire: ['GDL', 'GDL', 'GDL', 'PSV'],
      salaries: [2_800, 4_200],
    },
    models: [
      {
        plates: ['PNF 4418', 'PPA 7702', 'JSV 5190', 'JTD 861', 'BNE 2284'],
        details: {
          vehicle_type: 'treler kontena',
          make: 'Volvo',
          model: 'FM 400',
          color: 'biru',
          capacity_kg: 26_000,
          dimensions_cm: { length: 1_220, width: 244, height: 259 },
          features: ['kunci kontena', 'GPS'],
        },
        years: [2014, 2021],
        numbers: ['YV2JSG0A7A', 'D13A'],
        yearly: 85_000,
        interval: 20_000,
        is_inspected: true,
      },
      {
        plates: ['PMH 3327', 'PQB 1509', 'JSX 6043'],
        details: {
          vehicle_type: 'lori boks',
          make: 'Hino',
          model: '500 FG',
          color: 'putih',
          capacity_kg: 10_500,
          dimensions_cm: { length: 720, width: 235, height: 240 },
          features: ['tail_lift', 'GPS'],
        },
        years: [2016, 2022],
        numbers: ['JHDFG8JPKXXX', 'J08E'],
        yearly: 85_000,
        interval: 15_000,
        is_inspected: true,
      },
    ],
    services: [
      {
        service_type: 'Servis berkala',
        cost: 2_450,
        workshop: 'Pusat Servis Perai Trak',
        notes: 'Minyak enjin, penapis, gris',
      },
      { service_type: 'Tayar', cost: 5_600, workshop: 'Tayar Utara', notes: 'Empat tayar gandar belakang' },
      {
        service_type: 'Brek dan suspensi',
        cost: 1_890,
        workshop: 'Pusat Servis Perai Trak',
        notes: 'Kasut brek gandar kedua',
      },
    ],
    worries: {
      license: { driver: 3, days: -12 },
      road_tax: { vehicle: 1, days: 9 },
      service: null,
      broken_down: null,
    },
    routes: hauls,
    trade: haulierTrade,
  },
];
