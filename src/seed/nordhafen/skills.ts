import type { DemoSkill } from '../demo-content';

/** 25 skills in five groups; headcounts are what the plant needs, not what it has. */
export const SKILLS: readonly DemoSkill[] = [
  { code: 'MIG', name: 'MIG/MAG welding', group: 'Welding', min_level: 3, headcount: 10, months: 24, description: 'Fillet and butt welds on unalloyed steel, all positions but overhead.' },
  { code: 'TIG', name: 'TIG welding', group: 'Welding', min_level: 3, headcount: 3, months: 24, signoff: true, description: 'Stainless tube and sheet from 1 mm.' },
  { code: 'WVIS', name: 'Visual weld inspection', group: 'Welding', min_level: 3, headcount: 4, months: 36, description: 'Judges welds by eye and gauge and writes the report.' },
  { code: 'PLASMA', name: 'Plasma cutting', group: 'Welding', min_level: 2, headcount: 3, description: 'Cuts plate up to 25 mm by hand and on the table.' },
  { code: 'GRIND', name: 'Angle grinding', group: 'Welding', min_level: 2, headcount: 8, description: 'Prepares and finishes welds.' },
  { code: 'FORK', name: 'Forklift driving', group: 'Logistics', min_level: 3, headcount: 10, months: 12, critical: true, description: 'Counterbalance trucks up to 3 t; loads and unloads lorries.' },
  { code: 'REACH', name: 'Reach truck driving', group: 'Logistics', min_level: 3, headcount: 4, months: 12, description: 'High racks up to 8 m.' },
  { code: 'SLING', name: 'Slinging and lifting', group: 'Logistics', min_level: 2, headcount: 12, months: 24, critical: true, description: 'Chooses, checks and attaches lifting gear.' },
  { code: 'CRANE', name: 'Overhead crane operation', group: 'Logistics', min_level: 2, headcount: 3, months: 24, signoff: true, critical: true, description: 'Bridge crane 10 t with remote control.' },
  { code: 'LOAD', name: 'Load securing', group: 'Logistics', min_level: 2, headcount: 6, months: 36, description: 'Secures loads on lorries by the rules of the road.' },
  { code: 'LOTO', name: 'Lockout–tagout', group: 'Maintenance', min_level: 3, headcount: 12, months: 12, critical: true, description: 'Isolates machines and proves that they are dead.' },
  { code: 'ELEC', name: 'Electrical safety awareness', group: 'Maintenance', min_level: 2, headcount: 14, months: 24, description: 'Recognises electrical danger and acts on it.' },
  { code: 'HV', name: 'Switching up to 1,000 V', group: 'Maintenance', min_level: 3, headcount: 3, months: 12, signoff: true, critical: true, description: 'Switching and work near live parts, named in writing.' },
  { code: 'HYDR', name: 'Hydraulics service', group: 'Maintenance', min_level: 3, headcount: 4, description: 'Finds and mends faults in presses and lifts.' },
  { code: 'MECH', name: 'Bearing and gearbox service', group: 'Maintenance', min_level: 3, headcount: 5, description: 'Replaces, aligns and greases.' },
  { code: 'PLC', name: 'PLC fault finding', group: 'Maintenance', min_level: 3, headcount: 3, description: 'Reads programs online and finds the missing signal.' },
  { code: 'DRAW', name: 'Reading technical drawings', group: 'Quality', min_level: 2, headcount: 20, description: 'Views, dimensions, tolerances and weld symbols.' },
  { code: 'MEAS', name: 'Calipers and micrometers', group: 'Quality', min_level: 3, headcount: 6, months: 24, description: 'Measures to a hundredth and knows when not to believe the reading.' },
  { code: 'CMM', name: 'Coordinate measuring machine', group: 'Quality', min_level: 3, headcount: 2, months: 24, description: 'Programs and runs the bridge machine.' },
  { code: 'AUDIT', name: 'Internal process audit', group: 'Quality', min_level: 3, headcount: 2, months: 36, description: 'Plans, leads and reports audits.' },
  { code: '5S', name: '5S on the shop floor', group: 'Quality', min_level: 2, headcount: 20, description: 'Order that anybody can see and keep.' },
  { code: 'FIRE', name: 'Fire safety', group: 'Safety', min_level: 2, headcount: 30, months: 12, critical: true, description: 'Alarm, extinguishers and ways out.' },
  { code: 'AID', name: 'First aid', group: 'Safety', min_level: 2, headcount: 8, months: 24, critical: true, description: 'Named first aiders of each shift.' },
  { code: 'CHEM', name: 'Chemical handling', group: 'Safety', min_level: 2, headcount: 10, months: 24, description: 'Reads data sheets, stores, decants and disposes.' },
  { code: 'PPE', name: 'Hygiene and protective equipment', group: 'Safety', min_level: 2, headcount: 40, months: 24, description: 'Chooses, wears and looks after protective equipment.' },
];

export const JOB_ROLES = {
  lead: 'Team lead',
  welder: 'Welder',
  driver: 'Forklift driver',
  mechanic: 'Mechanic',
  electrician: 'Electrician',
  inspector: 'Inspector',
  trainee: 'Trainee',
} as const;
export type DemoRole = keyof typeof JOB_ROLES;

/** What a job role asks for. */
export const ROLE_TARGETS: Readonly<Record<DemoRole, Readonly<Record<string, number>>>> = {
  lead: { FIRE: 2, PPE: 2, AID: 2, '5S': 2, LOTO: 3 },
  welder: { MIG: 3, GRIND: 2, WVIS: 2, DRAW: 2, SLING: 2, FIRE: 2, PPE: 2 },
  driver: { FORK: 3, LOAD: 2, SLING: 2, CHEM: 2, FIRE: 2, PPE: 2 },
  mechanic: { LOTO: 3, MECH: 3, HYDR: 2, ELEC: 2, DRAW: 2, SLING: 2, FIRE: 2, PPE: 2 },
  electrician: { LOTO: 3, ELEC: 2, HV: 3, PLC: 2, FIRE: 2, PPE: 2 },
  inspector: { MEAS: 3, DRAW: 3, WVIS: 3, '5S': 2, FIRE: 2, PPE: 2 },
  trainee: { FIRE: 2, PPE: 2, '5S': 1 },
};

/** What people bring along or are assessed in, beside the trainings: skill and how many in 100 have something. */
export const HAND_SKILLS: Readonly<Record<DemoRole, Readonly<Record<string, number>>>> = {
  lead: { AUDIT: 40, FORK: 30, MIG: 30 },
  welder: { MIG: 85, GRIND: 90, WVIS: 65, TIG: 25, PLASMA: 35, FORK: 12 },
  driver: { FORK: 70, REACH: 55, LOAD: 30, CRANE: 15 },
  mechanic: { MECH: 92, HYDR: 80, PLC: 10, GRIND: 30, MIG: 15 },
  electrician: { HV: 80, PLC: 85, MECH: 15 },
  inspector: { WVIS: 92, CMM: 50, AUDIT: 35, MEAS: 60 },
  trainee: { GRIND: 40 },
};

/** What is assigned to everyone of a role. */
export const ROLE_TRAININGS: Readonly<Record<DemoRole, readonly string[]>> = {
  lead: ['FIRE-101', 'PPE-101', 'AID-101', '5S-101', 'LOTO-101'],
  welder: ['FIRE-101', 'PPE-101', 'WELD-101', 'DRAW-101', 'LIFT-101'],
  driver: ['FIRE-101', 'PPE-101', 'FORK-101', 'LIFT-101', 'CHEM-101'],
  mechanic: ['FIRE-101', 'PPE-101', 'LOTO-101', 'ELEC-101', 'LIFT-101', 'DRAW-101'],
  electrician: ['FIRE-101', 'PPE-101', 'LOTO-101', 'ELEC-101'],
  inspector: ['FIRE-101', 'PPE-101', 'MEAS-101', 'DRAW-101', '5S-101'],
  trainee: ['FIRE-101', 'PPE-101', '5S-101'],
};
