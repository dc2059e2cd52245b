// Names whose values are secrets, whatever system they belong to.

const SECRET =
  /(^|[.\-_ ])(password|passwd|passphrase|secret|token|credential|credentials)$|jaas\.config$|keystore\.key$|secret-access-key$|account-key$|user-info$|user\.info$|authorization$/i

export const isSecretName = (name: string): boolean => SECRET.test(name)
