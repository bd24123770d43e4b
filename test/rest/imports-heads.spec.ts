import { asImported } from '../../src/contract/imports';
import { LANGUAGE_CODES } from '../../src/contract/languages';
import { RESOURCES } from '../../src/contract/resources';
import { ScreenWords } from '../../src/exports/screen-words';
import { folded, headsOf } from '../../src/imports/import-words';
import { startApp, type RunningApp } from '../support/app';
import { given, type Registered } from '../support/given';
import { imports } from '../support/imports';

describe('the columns of a file that another program wrote', () => {
  let running: RunningApp;
  let plant: Registered;
  beforeAll(async () => {
    running = await startApp();
    plant = await given(running).organisation({ name: 'Nordwerk' });
  });
  afterAll(() => running.close());

  const fieldsOf = async (resource: string, heads: string) => {
    const { body } = await imports(running, plant.admin).send(resource, `${heads}\n${heads.replace(/[^;]+/g, 'x')}\n`);
    return body.columns.map(({ field }: any) => field);
  };

  it.each([
    ['en', 'Employee No.;Given name;Family name;E-mail address;Hire date;Supervisor;Dept'],
    ['de', 'Mitarbeiternummer;Rufname;Familienname;E-Mail-Adresse;Eintrittsdatum;Vorgesetzter;Bereich'],
    ['es', 'Número de empleado;Nombre de pila;Primer apellido;Correo;Fecha de ingreso;Jefe;Área'],
    ['fr', 'N° matricule;Prenom;Nom de famille;Courriel;Date d’embauche;Supérieur;Département'],
    ['it', 'Codice dipendente;Nome di battesimo;Nome di famiglia;Posta elettronica;Data di assunzione;Capo;Ufficio'],
    ['ru', 'Табельный номер;Личное имя;Фамилия;Электронная почта;Дата найма;Начальник;Отдел'],
    ['zh', '员工编号;名字;姓氏;邮箱;入职日期;上级;科室'],
    ['ar', 'رقم الموظف;الاسم الشخصي;اللقب;الإيميل;تاريخ التعيين;المشرف;الإدارة'],
  ])('are understood as people head them (%s)', async (_language, heads) => {
    expect(await fieldsOf('staff', heads)).toEqual([
      ...['staff_code', 'first_name', 'last_name', 'email', 'joined', 'manager_id', 'department_id'],
    ]);
  });

  it('are left to a person where two might be it, where one has our own word, and where only a part of the head fits', async () => {
    expect(await fieldsOf('staff', 'Surname;Family name')).toEqual([null, null]);
    expect(await fieldsOf('staff', 'Surname;Last name')).toEqual([null, 'last_name']);
    expect(await fieldsOf('staff', 'Surname of the father;Old employee no')).toEqual([null, null]);
    expect(await fieldsOf('skill-evidence', 'Staff code;Skill;Level;Date;Expiry date')).toEqual([
      ...['staff_id', 'skill_id', 'level', 'effective_date', 'valid_until'],
    ]);
  });

  it('are refused where two have one name that means a field, and are not where it means none', async () => {
    const sent = async (heads: string) => {
      const { status, body } = await imports(running, plant.admin).send('staff', `${heads}\nx;y;z\n`);
      return [status, body.code, body.facts];
    };
    const twice = (name: string, first: number, second: number) => [
      ...[422, 'table_heads_twice', { name, first, second }],
    ];
    expect(await sent('First name;Staff code;STAFF  CODE:')).toEqual(twice('STAFF  CODE:', 2, 3));
    expect(await sent('Vorname;Egal;vorname')).toEqual(twice('vorname', 1, 3));
    // Two words for one field are two names.
    expect(await sent('Payroll number;Employee no.;payroll number')).toEqual(twice('payroll number', 1, 3));
    expect(await fieldsOf('staff', 'Staff code;Shift;Shift')).toEqual(['staff_code', null, null]);
  });

  it('mean no field where a file of errors has added them, in any language', async () => {
    for (const { name, ...definition } of RESOURCES.filter(({ imported_by }) => imported_by)) {
      const { own, brought } = await headsOf(asImported({ name, ...definition }));
      for (const code of LANGUAGE_CODES) {
        const words = await ScreenWords.of(code);
        for (const head of ['import.file.row', 'import.file.error'].map((key) => folded(words.call(key))))
          expect([name, code, head, own.get(head) ?? brought.get(head)]).toEqual([name, code, head, undefined]);
      }
    }
  });

  it('say which one it is by a code, where there is one, and not by what people are called', async () => {
    expect(await fieldsOf('skill-evidence', 'Staff member;Employee no.;Skill;Level;Since')).toEqual([
      ...[null, 'staff_id', 'skill_id', 'level', 'effective_date'],
    ]);
    expect(await fieldsOf('skill-evidence', 'Staff member;Skill;Level;Since')).toEqual([
      ...['staff_id', 'skill_id', 'level', 'effective_date'],
    ]);
  });
});
