import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  MaxLength,
  Validate,
  ValidateIf,
} from 'class-validator';
import { CSV_FOR_DESCRIPTION } from '../../contract/exports';
import { importSchema, importRowExtraSchema } from '../../contract/import.responses';
import { importRows } from '../../contract/import-rows';
import {
  toImportDefinition,
  DATE_ORDERS,
  IMPORT_LIMITS,
  IMPORT_MODES,
  TEMPLATE_FORMATS,
  type DateOrder,
  type ImportMode,
} from '../../contract/imports';
import { LANGUAGE_CODES, type Language } from '../../contract/languages';
import { RESOURCES } from '../../contract/resources';
import { answerDto, rowDto } from '../../common/rest/dto';
import { IsNotBlank, IsOneLine } from '../../common/rest/field-rules';
import { ruleError } from '../../common/errors/field-error';

const IMPORTABLE_RESOURCES = RESOURCES.filter(({ imported_by }) => imported_by !== undefined).map(toImportDefinition);
const RESOURCE_NAMES = IMPORTABLE_RESOURCES.map(({ name }) => name);
/** Every field that refers to another record. */
const REFERENCE_FIELDS = [
  ...new Set(
    IMPORTABLE_RESOURCES.flatMap(({ fields }) => Object.keys(fields).filter((name) => fields[name]!.kind === 'ref')),
  ),
];
const oneOf = (choices: readonly string[]) =>
  ruleError('choice', `Choose one of: ${choices.join(', ')}.`, { choices: [...choices] });

export class ImportDto extends answerDto(importSchema) {}
class ImportRowFields extends rowDto(importRows) {}
export class ImportRowDto extends answerDto(importRowExtraSchema, ImportRowFields) {}

export class ImportUploadQuery {
  @ApiProperty({ enum: RESOURCE_NAMES, description: 'What the rows contain.', example: 'staff' })
  @IsIn(RESOURCE_NAMES, oneOf(RESOURCE_NAMES))
  resource: string;

  @ApiProperty({ type: 'string', maxLength: 255, description: 'Display name of the record.', example: 'staff.csv' })
  @IsString(ruleError('text', 'Enter text.'))
  @MaxLength(255, ruleError('too_long', 'At most 255 characters.', { count: 255 }))
  @Validate(IsOneLine)
  @Validate(IsNotBlank)
  file_name: string;
}

export class ImportDocumentQuery {
  @ApiProperty({ enum: LANGUAGE_CODES, required: false, description: 'Language of the texts; default: English.' })
  @IsOptional()
  @IsIn([...LANGUAGE_CODES], oneOf(LANGUAGE_CODES))
  lang?: Language;

  @ApiProperty({ enum: LANGUAGE_CODES, required: false, description: CSV_FOR_DESCRIPTION })
  @IsOptional()
  @IsIn([...LANGUAGE_CODES], oneOf(LANGUAGE_CODES))
  csv_for?: Language;
}

export class ImportTemplateQuery extends ImportDocumentQuery {
  @ApiProperty({ enum: RESOURCE_NAMES, description: 'What the rows contain.', example: 'staff' })
  @IsIn(RESOURCE_NAMES, oneOf(RESOURCE_NAMES))
  resource: string;

  @ApiProperty({ enum: TEMPLATE_FORMATS, required: false, description: 'Default: csv.' })
  @IsOptional()
  @IsIn([...TEMPLATE_FORMATS], oneOf(TEMPLATE_FORMATS))
  format?: (typeof TEMPLATE_FORMATS)[number];
}

export class ImportMapping {
  @ApiProperty({
    type: 'array',
    items: { type: 'string', nullable: true, maxLength: 60 },
    maxItems: IMPORT_LIMITS.columns,
    description: 'Field of each column, in the order of the columns; null for ignored columns.',
    example: ['staff_code', 'first_name', 'last_name', null, 'joined'],
  })
  @IsArray(ruleError('list', 'Send a list.'))
  @ArrayMaxSize(
    IMPORT_LIMITS.columns,
    ruleError('too_many', `At most ${IMPORT_LIMITS.columns} entries.`, { count: IMPORT_LIMITS.columns }),
  )
  @ValidateIf((_, value) => !(Array.isArray(value) && value.every((each) => each === null || typeof each === 'string')))
  @IsString({ ...ruleError('text', 'Each entry is the name of a field, or null.'), each: true })
  columns: (string | null)[];

  @ApiProperty({
    enum: DATE_ORDERS,
    required: false,
    nullable: true,
    description: 'Order of day and month in dates such as 03/04/2025; default: recognised from the dates of a column.',
  })
  @IsOptional()
  @IsIn([...DATE_ORDERS], oneOf(DATE_ORDERS))
  date_order?: DateOrder | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: REFERENCE_FIELDS },
    maxItems: IMPORT_LIMITS.columns,
    required: false,
    description: 'Reference fields whose missing records are created, such as department_id; default: none.',
    example: ['department_id'],
  })
  @IsOptional()
  @IsArray(ruleError('list', 'Send a list.'))
  @ArrayMaxSize(
    IMPORT_LIMITS.columns,
    ruleError('too_many', `At most ${IMPORT_LIMITS.columns} entries.`, { count: IMPORT_LIMITS.columns }),
  )
  @IsIn(REFERENCE_FIELDS, { ...oneOf(REFERENCE_FIELDS), each: true })
  create_missing?: string[];
}

export class ImportStart {
  @ApiProperty({
    enum: IMPORT_MODES,
    required: false,
    description:
      'valid: rows with errors are skipped. all: if one row has an error, nothing is imported. Default: valid.',
  })
  @IsOptional()
  @IsIn([...IMPORT_MODES], oneOf(IMPORT_MODES))
  mode?: ImportMode;

  @ApiProperty({
    type: 'boolean',
    required: false,
    description: 'Staff only: send an invitation to each new person with an email address. Default: false.',
  })
  @IsOptional()
  @IsBoolean(ruleError('flag', 'Enter true or false.'))
  invite?: boolean;
}
