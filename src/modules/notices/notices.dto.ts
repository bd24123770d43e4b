import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  NOTICE_DAYS_MAX,
  NOTICE_KINDS,
  NOTICE_MAIL_RULES,
  NOTICE_MAIL_STATES,
  NOTICES_READ_MAX,
  noticeChoicesSchema,
  noticeMailsSchema,
  noticePreviewSchema,
  noticesSchema,
  noticeSettingsSchema,
  unreadNoticesSchema,
  type NoticeKind,
  type NoticeMailRule,
  type NoticeMailState,
} from '../../contract/notices';
import { answerDto } from '../../common/rest/dto';
import { IsCalendarDay, IsNotNull } from '../../common/rest/field-rules';
import { ruleError } from '../../common/errors/field-error';
import { UUID_PATTERN } from '../../common/ids';

const AN_ID = '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';
const IsOneOf = (values: readonly string[]) =>
  IsIn([...values], ruleError('choice', `Choose one of: ${values.join(', ')}.`, { choices: [...values] }));
const IsFlag = IsBoolean(ruleError('flag', 'true or false.'));
const DAYS = { min: 1, max: NOTICE_DAYS_MAX };
const BETWEEN = ruleError('between', `A whole number from 1 to ${NOTICE_DAYS_MAX}.`, DAYS);
const KINDS_MAX = 20;
const TOO_MANY = ruleError('too_many', `At most ${KINDS_MAX}.`, { count: KINDS_MAX });

export class NoticesDto extends answerDto(noticesSchema) {}
export class NoticesReadDto extends answerDto(unreadNoticesSchema) {}
export class NoticeChoicesDto extends answerDto(noticeChoicesSchema) {}
export class NoticeSettingsDto extends answerDto(noticeSettingsSchema) {}
export class NoticePreviewDto extends answerDto(noticePreviewSchema) {}
export class NoticeMailsDto extends answerDto(noticeMailsSchema) {}

export class NoticesQuery {
  @ApiProperty({
    format: 'uuid',
    required: false,
    example: AN_ID,
    description: 'Older than this: `next` of a page.',
  })
  @IsOptional()
  @Matches(UUID_PATTERN, ruleError('reference', 'This is not an id.'))
  before?: string;
}

export class NoticeMailsQuery extends NoticesQuery {
  @ApiProperty({ enum: NOTICE_MAIL_STATES, required: false, description: 'Only these.' })
  @IsOptional()
  @IsOneOf(NOTICE_MAIL_STATES)
  state?: NoticeMailState;
}

export class NoticePreviewQuery {
  @ApiProperty({
    type: 'string',
    format: 'date',
    required: false,
    example: '2026-03-02',
    description: 'One of the next 14 days; default: the next day on which notices are created.',
  })
  @IsOptional()
  @IsCalendarDay()
  day?: string;

  @ApiProperty({
    type: 'string',
    maxLength: 120,
    required: false,
    description: 'The rest of the day: `next` of a page.',
  })
  @IsOptional()
  @MaxLength(120, ruleError('too_long', 'At most 120 characters.', { count: 120 }))
  after?: string;
}

export class NoticesReadBody {
  @ApiProperty({
    type: [String],
    format: 'uuid',
    maxItems: NOTICES_READ_MAX,
    example: [AN_ID],
    description: 'Ids of the read notices.',
  })
  @IsArray(ruleError('list', 'Send a list of ids.'))
  @ArrayMaxSize(NOTICES_READ_MAX, ruleError('too_many', `At most ${NOTICES_READ_MAX}.`, { count: NOTICES_READ_MAX }))
  @Matches(UUID_PATTERN, { ...ruleError('reference', 'Each entry must be an id.'), each: true })
  notice_id: string[];
}

export class NoticeChoiceBody {
  @ApiProperty({ enum: NOTICE_KINDS, example: 'due_soon' })
  @IsOneOf(NOTICE_KINDS)
  kind: NoticeKind;

  @ApiProperty({ description: 'Whether it is shown under the bell.', example: true })
  @IsFlag
  app: boolean;

  @ApiProperty({ description: 'Whether it is sent by email.', example: false })
  @IsFlag
  mail: boolean;
}

export class NoticeChoicesBody {
  @ApiProperty({ type: [NoticeChoiceBody], maxItems: KINDS_MAX, description: 'Some kinds; the others stay unchanged.' })
  @IsArray(ruleError('list', 'Send a list of choices.'))
  @ArrayMaxSize(KINDS_MAX, TOO_MANY)
  @ValidateNested({ ...ruleError('object', 'Each choice is an object.'), each: true })
  @Type(() => NoticeChoiceBody)
  choices: NoticeChoiceBody[];
}

export class NoticeRuleBody {
  @ApiProperty({ enum: NOTICE_KINDS, example: 'overdue' })
  @IsOneOf(NOTICE_KINDS)
  kind: NoticeKind;

  @ApiProperty({ description: 'Whether it is shown under the bell.', example: true })
  @IsFlag
  app: boolean;

  @ApiProperty({ enum: NOTICE_MAIL_RULES, description: 'always: cannot be switched off.', example: 'always' })
  @IsOneOf(NOTICE_MAIL_RULES)
  mail: NoticeMailRule;
}

export class NoticeSettingsBody {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: NOTICE_DAYS_MAX,
    required: false,
    example: 7,
    description: 'Days before the due date.',
  })
  @IsNotNull()
  @Max(NOTICE_DAYS_MAX, BETWEEN)
  @Min(1, BETWEEN)
  @IsInt(BETWEEN)
  due_soon_days?: number;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: NOTICE_DAYS_MAX,
    required: false,
    example: 30,
    description: 'Days before the last valid day.',
  })
  @IsNotNull()
  @Max(NOTICE_DAYS_MAX, BETWEEN)
  @Min(1, BETWEEN)
  @IsInt(BETWEEN)
  expiring_days?: number;

  @ApiProperty({
    type: [NoticeRuleBody],
    maxItems: KINDS_MAX,
    required: false,
    description: 'Some kinds; the others stay unchanged.',
  })
  @IsNotNull()
  @IsArray(ruleError('list', 'Send a list of rules.'))
  @ArrayMaxSize(KINDS_MAX, TOO_MANY)
  @ValidateNested({ ...ruleError('object', 'Each rule is an object.'), each: true })
  @Type(() => NoticeRuleBody)
  rules?: NoticeRuleBody[];

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    required: false,
    description: 'The row_version that was read; a stale one answers 412.',
  })
  @IsOptional()
  @IsInt(ruleError('version', 'Send the row_version that you read.'))
  row_version?: number;
}
