import { toImportDefinition } from '../../src/contract/imports';
import { LANGUAGE_CODES } from '../../src/contract/languages';
import { RESOURCES } from '../../src/contract/resources';
import { ScreenTexts } from '../../src/modules/exports/screen-texts';
import { normalizeLabel, loadKnownHeaders } from '../../src/modules/imports/import-labels';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { importClient } from '../support/imports';

describe('column mapping of a file from another program', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  beforeAll(async () => {
    running = await startApp();
    plant = await fixtures(running).organisation({ name: 'Nordwerk' });
  });
  afterAll(() => running.close());

  const fieldsOf = async (resource: string, headerNames: string) => {
    const { body } = await importClient(running, plant.admin).send(
      resource,
      `${headerNames}\n${headerNames.replace(/[^;]+/g, 'x')}\n`,
    );
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
  ])('recognises common column names (%s)', async (_language, headerNames) => {
    expect(await fieldsOf('staff', headerNames)).toEqual([
      ...['staff_code', 'first_name', 'last_name', 'email', 'joined', 'manager_id', 'department_id'],
    ]);
  });

  it('leaves ambiguous and partial matches to the user', async () => {
    expect(await fieldsOf('staff', 'Surname;Family name')).toEqual([null, null]);
    expect(await fieldsOf('staff', 'Surname;Last name')).toEqual([null, 'last_name']);
    expect(await fieldsOf('staff', 'Surname of the father;Old employee no')).toEqual([null, null]);
    expect(await fieldsOf('skill-evidence', 'Staff code;Skill;Level;Date;Expiry date')).toEqual([
      ...['staff_id', 'skill_id', 'level', 'effective_date', 'valid_until'],
    ]);
  });

  it('refuses duplicate names of a field, but not of unmapped columns', async () => {
    const sendHeaders = async (headerNames: string) => {
      const { status, body } = await importClient(running, plant.admin).send('staff', `${headerNames}\nx;y;z\n`);
      return [status, body.code, body.facts];
    };
    const duplicateError = (name: string, first: number, second: number) => [
      ...[422, 'table_heads_twice', { name, first, second }],
    ];
    expect(await sendHeaders('First name;Staff code;STAFF  CODE:')).toEqual(duplicateError('STAFF  CODE:', 2, 3));
    expect(await sendHeaders('Vorname;Egal;vorname')).toEqual(duplicateError('vorname', 1, 3));
    // Two synonyms of one field count as one name.
    expect(await sendHeaders('Payroll number;Employee no.;payroll number')).toEqual(
      duplicateError('payroll number', 1, 3),
    );
    expect(await fieldsOf('staff', 'Staff code;Shift;Shift')).toEqual(['staff_code', null, null]);
  });

  it('ignores the columns added by an error file, in any language', async () => {
    for (const { name, ...definition } of RESOURCES.filter(({ imported_by }) => imported_by)) {
      const { productHeaders: own, aliasHeaders: brought } = await loadKnownHeaders(
        toImportDefinition({ name, ...definition }),
      );
      for (const code of LANGUAGE_CODES) {
        const texts = await ScreenTexts.load(code);
        for (const addedHeader of ['import.file.row', 'import.file.error'].map((key) => normalizeLabel(texts.get(key))))
          expect([name, code, addedHeader, own.get(addedHeader) ?? brought.get(addedHeader)]).toEqual([
            name,
            code,
            addedHeader,
            undefined,
          ]);
      }
    }
  });

  it('prefers codes to names for references', async () => {
    expect(await fieldsOf('skill-evidence', 'Staff member;Employee no.;Skill;Level;Since')).toEqual([
      ...[null, 'staff_id', 'skill_id', 'level', 'effective_date'],
    ]);
    expect(await fieldsOf('skill-evidence', 'Staff member;Skill;Level;Since')).toEqual([
      ...['staff_id', 'skill_id', 'level', 'effective_date'],
    ]);
  });
});
