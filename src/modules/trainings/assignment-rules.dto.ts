import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsOptional, Matches, ValidateIf } from 'class-validator';
import { assignmentRules, RULE_TRAININGS_MAX } from '../../contract/assignment-rules.resource';
import { RULE_OUTCOMES, rulePreviewSchema, type RuleOutcome } from '../../contract/rule.responses';
import { answerDto, changeDto, rowDto, writeDto } from '../../common/rest/dto';
import { AsciiDigits } from '../../common/rest/field-rules';
import { ruleError } from '../../common/errors/field-error';
import { UUID_PATTERN } from '../../common/ids';

const trainingsSchema = {
  type: 'array',
  items: { type: 'string', format: 'uuid' },
  minItems: 1,
  maxItems: RULE_TRAININGS_MAX,
  description: 'Trainings to assign; all must be published.',
} as const;

/** At least one id. */
const IsTrainingIdList = (): PropertyDecorator => (target, property) => {
  for (const decorate of [
    IsArray(ruleError('list', 'Send a list of ids.')),
    ArrayMinSize(1, ruleError('too_few', 'Choose at least one training.', { min: 1 })),
    ArrayMaxSize(
      RULE_TRAININGS_MAX,
      ruleError('too_many', `At most ${RULE_TRAININGS_MAX} entries.`, { count: RULE_TRAININGS_MAX }),
    ),
    Matches(UUID_PATTERN, { ...ruleError('reference', 'Each entry must be an id.'), each: true }),
  ])
    decorate(target, property);
};

export class AssignmentRuleWrite extends writeDto(assignmentRules) {
  @ApiProperty(trainingsSchema)
  @IsTrainingIdList()
  training_id: string[];
}

export class AssignmentRuleChange extends changeDto(assignmentRules) {
  @ApiProperty({
    ...trainingsSchema,
    required: false,
    description: 'Complete list; omitted trainings are no longer assigned.',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsTrainingIdList()
  training_id?: string[];
}

export class AssignmentRuleRowDto extends rowDto(assignmentRules) {
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' } })
  training_id: string[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Number of people it applies to; null in lists.',
    example: 38,
  })
  people: number | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When it was last fully applied in its current form; null: in progress.',
  })
  applied_at: string | null;
}

/** Omitted fields are taken from the stored rule, or are empty for a new one. */
export class RuleDraft extends changeDto(assignmentRules) {
  @ApiProperty({ format: 'uuid', required: false, description: 'The rule to change; default: a new one.' })
  @IsOptional()
  @Matches(UUID_PATTERN, ruleError('reference', 'This is not an id.'))
  rule_id?: string;

  @ApiProperty({ ...trainingsSchema, required: false })
  @ValidateIf((_, value) => value !== undefined)
  @IsTrainingIdList()
  training_id?: string[];
}

const IsWholeNumberText = applyDecorators(
  AsciiDigits(),
  Matches(/^\d{1,6}$/, ruleError('whole', 'Send a whole number.')),
);

export class RulePreviewQuery {
  @ApiProperty({ type: 'integer', required: false, default: 0, minimum: 0, description: 'The first row …' })
  @IsOptional()
  @IsWholeNumberText
  _start?: string;

  @ApiProperty({
    type: 'integer',
    required: false,
    minimum: 1,
    description: '… and the one after the last: at most 200.',
  })
  @IsOptional()
  @IsWholeNumberText
  _end?: string;

  @ApiProperty({ enum: RULE_OUTCOMES, required: false, description: 'Only these.' })
  @IsOptional()
  @IsIn(
    RULE_OUTCOMES,
    ruleError('choice', `Choose one of: ${RULE_OUTCOMES.join(', ')}.`, { choices: [...RULE_OUTCOMES] }),
  )
  outcome?: RuleOutcome;
}

export class RulePreviewDto extends answerDto(rulePreviewSchema) {}
