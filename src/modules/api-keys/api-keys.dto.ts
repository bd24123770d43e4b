import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray, IsIn } from 'class-validator';
import { API_KEY_SCOPES } from '../../contract/api-key-scopes';
import type { ApiKeyScope } from '../../contract/api-keys.resource';
import { apiKeys } from '../../contract/api-keys.resource';
import { rowDto, writeDto } from '../../common/rest/dto';
import { ruleError } from '../../common/errors/field-error';

const SCOPES = {
  enum: API_KEY_SCOPES,
  isArray: true,
  description: 'What the key can do: `…:read` reads, `import` imports files, `export` downloads lists and reports.',
  example: ['staff:read', 'reports:read'],
} as const;

export class ApiKeyWrite extends writeDto(apiKeys) {
  @ApiProperty(SCOPES as never)
  @IsIn([...API_KEY_SCOPES], {
    ...ruleError('choice', `Each is one of: ${API_KEY_SCOPES.join(', ')}.`, { choices: [...API_KEY_SCOPES] }),
    each: true,
  })
  @ArrayUnique(ruleError('twice', 'Each scope can appear only once.'))
  @ArrayMaxSize(
    API_KEY_SCOPES.length,
    ruleError('too_many', `At most ${API_KEY_SCOPES.length} scopes.`, { count: API_KEY_SCOPES.length }),
  )
  @ArrayNotEmpty(ruleError('too_few', 'Choose at least one scope.', { min: 1 }))
  @IsArray(ruleError('list', 'Send a list of scopes.'))
  scopes: ApiKeyScope[];
}

export class ApiKeyRowDto extends rowDto(apiKeys) {
  @ApiProperty(SCOPES as never)
  scopes: ApiKeyScope[];
}

export class ApiKeyMadeDto extends ApiKeyRowDto {
  @ApiProperty({
    description: 'The key itself. It is shown only once and not stored.',
    example: 'sg_1001_Zq3mB0dWv1x2…',
  })
  secret: string;
}
