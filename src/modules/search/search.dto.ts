import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import {
  SEARCH_LIMIT_DEFAULT,
  SEARCH_LIMIT_MAX,
  SEARCH_TEXT_MAX,
  SEARCH_KINDS,
  type SearchKind,
} from '../../contract/search';
import { ruleError } from '../../common/errors/field-error';

const LIMITS = Array.from({ length: SEARCH_LIMIT_MAX }, (_, at) => at + 1).join('|');

export class SearchQuery {
  @ApiProperty({
    type: 'string',
    maxLength: SEARCH_TEXT_MAX,
    description: 'Search text: word beginnings, ignoring case and accents.',
    example: 'weld',
  })
  @IsString(ruleError('query', 'Send this once.'))
  @MaxLength(
    SEARCH_TEXT_MAX,
    ruleError('too_long', `At most ${SEARCH_TEXT_MAX} characters.`, { count: SEARCH_TEXT_MAX }),
  )
  q: string;

  @ApiProperty({ enum: SEARCH_KINDS, required: false, description: 'Only this kind.' })
  @IsOptional()
  @IsIn(
    [...SEARCH_KINDS],
    ruleError('choice', `Choose one of: ${SEARCH_KINDS.join(', ')}.`, { choices: [...SEARCH_KINDS] }),
  )
  kind?: SearchKind;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: SEARCH_LIMIT_MAX,
    default: SEARCH_LIMIT_DEFAULT,
    required: false,
    description: 'Number of results per kind.',
  })
  @IsOptional()
  @Matches(
    new RegExp(`^(${LIMITS})$`),
    ruleError('between', `Send a whole number from 1 to ${SEARCH_LIMIT_MAX}.`, { min: 1, max: SEARCH_LIMIT_MAX }),
  )
  _limit?: string;
}
