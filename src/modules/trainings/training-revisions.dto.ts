import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsString, MaxLength, Min, Validate, ValidateIf } from 'class-validator';
import { revisionSchema, revisionsSchema } from '../../contract/revision.responses';
import { answerDto } from '../../common/rest/dto';
import { IsPlainText } from '../../common/rest/field-rules';
import { ruleError } from '../../common/errors/field-error';

export class RevisionsDto extends answerDto(revisionsSchema) {}
export class PublishedRevisionDto extends answerDto(revisionSchema) {}

export class PublishRevisionDto {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    example: 7,
    description: 'The content_revision that was read; 412 if the content has changed since.',
  })
  @IsInt(ruleError('whole', 'Enter a whole number.'))
  @Min(1, ruleError('min', 'At least 1.', { min: 1 }))
  content_revision: number;

  @ApiProperty({
    type: 'boolean',
    description: 'true: people who completed it start their next cycle; false: their completions stay valid.',
  })
  @IsBoolean(ruleError('flag', 'Send true or false.'))
  train_again: boolean;

  @ApiProperty({ type: 'string', maxLength: 500, nullable: true, required: false, example: 'New brake check' })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsString(ruleError('text', 'Enter text.'))
  @MaxLength(500, ruleError('too_long', 'At most 500 characters.', { count: 500 }))
  @Validate(IsPlainText)
  note?: string | null;
}
