import type { Language } from '../../contract/languages';
import type { DemoRole } from './skills';

export const DEPARTMENTS: readonly (readonly [name: string, parent: string | null])[] = [
  ['Nordhafen plant', null],
  ['Production', 'Nordhafen plant'],
  ['Welding bay A', 'Production'],
  ['Welding bay B', 'Production'],
  ['Logistics', 'Nordhafen plant'],
  ['Warehouse', 'Logistics'],
  ['Yard and crane', 'Logistics'],
  ['Maintenance', 'Nordhafen plant'],
  ['Mechanical workshop', 'Maintenance'],
  ['Electrical workshop', 'Maintenance'],
  ['Quality', 'Nordhafen plant'],
];

export interface DemoPerson {
  code: string;
  first_name: string;
  last_name: string;
  role: DemoRole;
  department: string;
  /** Days ago. */
  joined: number;
  /** Days ago; omitted: still employed. */
  left?: number;
  /** Days ago; omitted: not rehired. */
  back?: number;
  manager: string | null;
  /** null: the customer's. */
  language: Language | null;
  /** Time zone if it differs from the plant's. */
  zone: string | null;
}

type Row = readonly [
  first: string,
  last: string,
  role: DemoRole,
  department: string,
  joined: number,
  left?: number,
  back?: number,
];

const LEADS: readonly Row[] = [
  ['Hauke', 'Janssen', 'lead', 'Nordhafen plant', 4210],
  ['Sabine', 'Kröger', 'lead', 'Welding bay A', 3105],
  ['Emre', 'Yıldız', 'lead', 'Welding bay B', 2480],
  ['Antje', 'Behrens', 'lead', 'Warehouse', 2890],
  ['Marek', 'Zielinski', 'lead', 'Yard and crane', 1975],
  ['Uwe', 'Hansen', 'lead', 'Mechanical workshop', 3890],
  ['Priya', 'Nair', 'lead', 'Electrical workshop', 1520],
  ['Claudia', 'Steffens', 'lead', 'Quality', 2210],
];

const TEAM_MEMBERS: readonly Row[] = [
  ['Ole', 'Friedrichs', 'welder', 'Welding bay A', 2750],
  ['Dragan', 'Petrović', 'welder', 'Welding bay A', 2030],
  ['Renate', 'Vogel', 'welder', 'Welding bay A', 1810],
  ['Tarik', 'Demir', 'welder', 'Welding bay A', 1490],
  ['Lars', 'Clausen', 'welder', 'Welding bay A', 1120],
  ['Ivana', 'Horvat', 'welder', 'Welding bay A', 905],
  ['Nils', 'Thomsen', 'welder', 'Welding bay A', 610],
  ['Samuel', 'Okafor', 'welder', 'Welding bay A', 420],
  ['Björn', 'Matthiesen', 'welder', 'Welding bay B', 3320],
  ['Elif', 'Kaya', 'welder', 'Welding bay B', 1660],
  ['Stefan', 'Wiese', 'welder', 'Welding bay B', 1340, 74],
  ['Kwame', 'Mensah', 'welder', 'Welding bay B', 980],
  ['Paulina', 'Wójcik', 'welder', 'Welding bay B', 760],
  ['Rainer', 'Schütt', 'welder', 'Welding bay B', 3650],
  ['Luca', 'Ferrari', 'welder', 'Welding bay B', 330],
  ['Mara', 'Lindt', 'welder', 'Welding bay B', 240],
  ['Piotr', 'Nowak', 'driver', 'Warehouse', 2340],
  ['Heike', 'Lorenzen', 'driver', 'Warehouse', 1890],
  ['Andreas', 'Bruhn', 'driver', 'Warehouse', 1430],
  ['Fatima', 'El Amrani', 'driver', 'Warehouse', 1080],
  ['Sven', 'Carstens', 'driver', 'Warehouse', 870],
  ['Anh', 'Nguyen', 'driver', 'Warehouse', 540],
  ['Marvin', 'Scholz', 'driver', 'Warehouse', 28],
  ['Dieter', 'Ahrens', 'driver', 'Yard and crane', 4020],
  ['Rosa', 'Martins', 'driver', 'Yard and crane', 1270],
  ['Yusuf', 'Aydın', 'driver', 'Yard and crane', 690, 160],
  ['Birgit', 'Harms', 'driver', 'Yard and crane', 1740],
  ['Timo', 'Rieck', 'driver', 'Yard and crane', 505],
  ['Viktor', 'Lehmann', 'mechanic', 'Mechanical workshop', 2610],
  ['Oksana', 'Bondar', 'mechanic', 'Mechanical workshop', 710],
  ['Jürgen', 'Weiß', 'mechanic', 'Mechanical workshop', 3980],
  ['Henrik', 'Möller', 'mechanic', 'Mechanical workshop', 1570],
  ['Jonas', 'Petersen', 'driver', 'Warehouse', 430],
  ['Carlos', 'Ibáñez', 'mechanic', 'Mechanical workshop', 1150, 420, 200],
  ['Frank', 'Dierks', 'mechanic', 'Mechanical workshop', 2170, 305],
  ['Meike', 'Sievers', 'mechanic', 'Mechanical workshop', 930],
  ['Adam', 'Kowalczyk', 'mechanic', 'Mechanical workshop', 465],
  ['Torben', 'Jessen', 'mechanic', 'Mechanical workshop', 190],
  ['Ravi', 'Menon', 'electrician', 'Electrical workshop', 1390],
  ['Ingrid', 'Paulsen', 'electrician', 'Electrical workshop', 2540],
  ['Mehmet', 'Şahin', 'electrician', 'Electrical workshop', 1010],
  ['Kerstin', 'Rohde', 'electrician', 'Electrical workshop', 1850],
  ['Felix', 'Brandt', 'electrician', 'Electrical workshop', 560],
  ['Daria', 'Ionescu', 'electrician', 'Electrical workshop', 375],
  ['Susanne', 'Groth', 'inspector', 'Quality', 2980],
  ['Miguel', 'Santos', 'inspector', 'Quality', 1230],
  ['Wiebke', 'Tiedemann', 'inspector', 'Quality', 840],
  ['Kofi', 'Asante', 'inspector', 'Quality', 595],
  ['Volker', 'Stahl', 'inspector', 'Quality', 3430, 18],
  ['Lena', 'Kruse', 'inspector', 'Quality', 415],
  ['Finn', 'Albrecht', 'trainee', 'Welding bay A', 81],
  ['Zeynep', 'Arslan', 'trainee', 'Mechanical workshop', 81],
];

/** Preferred languages. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  'N-1003': 'de',
  'N-1007': 'en',
  'N-1016': 'en',
  'N-1020': 'fr',
  'N-1023': 'it',
  'N-1028': 'ar',
  'N-1037': 'ru',
  'N-1038': 'ru',
  'N-1042': 'es',
  'N-1047': 'en',
  'N-1054': 'es',
  'N-1056': 'en',
};
/** People who work elsewhere. */
const TIME_ZONES: Readonly<Record<string, string>> = {
  'N-1033': 'Europe/Lisbon',
  'N-1047': 'Asia/Kolkata',
  'N-1052': 'Europe/Bucharest',
  'N-1056': 'Africa/Accra',
};

const FIRST_CODE = 1001;
const code = (index: number): string => `N-${FIRST_CODE + index}`;

const leadPeople = LEADS.map((row, index) => person(row, code(index), index === 0 ? null : code(0)));
const leadByDepartment = new Map(leadPeople.map((lead) => [lead.department, lead.code]));

/** 60 people; managers come before their team. */
export const PEOPLE: readonly DemoPerson[] = [
  ...leadPeople,
  ...TEAM_MEMBERS.map((row, index) => person(row, code(LEADS.length + index), leadByDepartment.get(row[3]) ?? code(0))),
];

function person(
  [first_name, last_name, role, department, joined, left, back]: Row,
  staff_code: string,
  manager: string | null,
): DemoPerson {
  return {
    code: staff_code,
    first_name,
    last_name,
    role,
    department,
    joined,
    ...(left !== undefined && { left }),
    ...(back !== undefined && { back }),
    manager,
    language: LANGUAGES[staff_code] ?? null,
    zone: TIME_ZONES[staff_code] ?? null,
  };
}

/** Employments in days ago, earliest first; without `until`: current. */
export function employments({ joined, left, back }: DemoPerson): { since: number; until?: number }[] {
  if (left === undefined) return [{ since: joined }];
  const first = { since: joined, until: left };
  return back === undefined ? [first] : [first, { since: back }];
}

const ASCII_LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ı: 'i' };

/** Email address in ASCII: `juergen.weiss@nordhafen.example`. */
export function mailbox(first: string, last: string, domain: string): string {
  const toAscii = (text: string) =>
    text
      .toLowerCase()
      .replace(/[äöüßı]/g, (letter) => ASCII_LETTERS[letter] ?? letter)
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^a-z]/g, '');
  return `${toAscii(first)}.${toAscii(last)}@${domain}`;
}
