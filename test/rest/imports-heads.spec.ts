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

  it('say which one it is by a code, where there is one, and not by what people are called', async () => {
    expect(await fieldsOf('skill-evidence', 'Staff member;Employee no.;Skill;Level;Since')).toEqual([
      ...[null, 'staff_id', 'skill_id', 'level', 'effective_date'],
    ]);
    expect(await fieldsOf('skill-evidence', 'Staff member;Skill;Level;Since')).toEqual([
      ...['staff_id', 'skill_id', 'level', 'effective_date'],
    ]);
  });
});
