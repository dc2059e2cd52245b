// Rows, arrays, maps, texts and bytes of a length, IF, NULLIF, IFNULL: what is asked of Flink beside expressions.ts.

export const COLLECTION_CONSTANTS = `
  ARRAY[1,2]; ARRAY[1, CAST(NULL AS INT)]; ARRAY[1, 2.5]; ARRAY['a','bcd']; MAP['a',1,'a',2]; MAP['a',1,'b',2]
  MAP['a', CAST(NULL AS INT)]; MAP[CAST(NULL AS STRING), 1]; ROW(1,'a'); ROW(CAST(NULL AS INT),'a'); ARRAY[1,2][1]
  ARRAY[1,2][3]; ARRAY[1,2][-1]; ARRAY[1,2][CAST(NULL AS INT)]; MAP['a',1]['b']; MAP['a',1]['a']
  MAP['a',1][CAST(NULL AS STRING)]; MAP['a',1,'a',2]['a']; CARDINALITY(MAP['a',1,'a',2]); CARDINALITY(ARRAY[1,2])
  ELEMENT(ARRAY[1]); ELEMENT(ARRAY[1,2]); ROW(1,2) = ROW(1,2); ROW(1,CAST(NULL AS INT)) = ROW(1,CAST(NULL AS INT))
  ROW(1,CAST(NULL AS INT)) = ROW(2,CAST(NULL AS INT)); ARRAY[1,CAST(NULL AS INT)] = ARRAY[1,CAST(NULL AS INT)]
  ARRAY[1,2] = ARRAY[1,2]; ARRAY[1,2] = ARRAY[2,1]; MAP['a',1,'b',2] = MAP['b',2,'a',1]
  CAST(ROW(1,'a') AS ROW<x INT, y STRING>).y; CAST(ARRAY[1,2] AS STRING); CAST(ARRAY[1,2] AS VARCHAR(3))
  CAST(ARRAY[1,2] AS CHAR(9)) || '|'; CAST(ARRAY['1','x'] AS ARRAY<INT>); TRY_CAST(ARRAY['1','x'] AS ARRAY<INT>)
  CAST(ROW('1','x') AS ROW<a INT, b INT>); TRY_CAST(ROW('1','x') AS ROW<a INT, b INT>)
  TRY_CAST(MAP['a','x'] AS MAP<STRING, INT>); NULLIF(1,1); NULLIF('a','a '); IFNULL(CAST(NULL AS INT), 2); IF(TRUE, 1, 2)
  IF(CAST(NULL AS BOOLEAN), 1, 2)
`

/** Over the columns of expressions.ts. */
export const COLLECTION_EXPRESSIONS = `
  ai; ms; r; ai[1]; ai[2]; ai[3]; ai[4]; ai[u]; ai[-u]; ai[u-1]; nai[1]; nms['a']; ms['a']; ms['b']; ms['zz']
  ms[CAST(NULL AS STRING)]; ai[CAST(NULL AS INT)]; ai[CAST(u AS BIGINT)]; r.x; nr.x; r.y; CARDINALITY(ai); CARDINALITY(nai)
  CARDINALITY(ms); CARDINALITY(nms); ELEMENT(nai); ELEMENT(ai); ELEMENT(ARRAY[u]); ELEMENT(ARRAY[u,u]); r = r; rn = rn; r = rn
  nr = r; nr = nr; r <> rn; rn <> rn; r = ROW(1,'a'); r = ROW(u,'a'); rn = ROW(1,CAST(NULL AS STRING)); ROW(u, u) = ROW(1,1)
  ROW(u, CAST(NULL AS INT)) = ROW(1,1); ROW(u, CAST(NULL AS INT)) = ROW(2,1); ROW(u, CAST(NULL AS INT)) <> ROW(2,1); ai = ai
  ai = ARRAY[1,CAST(NULL AS INT),3]; ai = ARRAY[1,3]; ai <> ai; nai = ai; ms = ms; ms = MAP['b',CAST(NULL AS INT),'a',1]
  r IN (r, rn); rn IN (r, rn); r IN (ROW(1,'a')); ROW(u,'a') IN (ROW(1,'a'), ROW(2,'b'))
  ROW(u,CAST(NULL AS STRING)) IN (ROW(1,'a'), ROW(2,'b')); ai IN (ai); rn IS NULL; ROW(u, CAST(NULL AS INT)) IS NULL
  COALESCE(nai, ai); COALESCE(nr, r); COALESCE(nai, ARRAY[u]); CASE WHEN u = 1 THEN ai ELSE nai END; CASE WHEN u = 2 THEN ai END
  CAST(r AS STRING); CAST(rn AS STRING); CAST(r AS ROW<y BIGINT, x STRING>); CAST(ai AS ARRAY<BIGINT>)
  CAST(ai AS ARRAY<BIGINT NOT NULL>); CAST(ms AS MAP<STRING, BIGINT>); CAST(r AS ROW<x INT NOT NULL, y INT>)
  TRY_CAST(r AS ROW<x INT NOT NULL, y INT>); CAST(rn AS ROW<x INT, y STRING NOT NULL>); MAP[CAST(u AS STRING), 1, '1', 2]
  MAP[CAST(u AS STRING), 1, '1', 2]['1']; ARRAY[u, 2.5]; ARRAY[ai, nai]; ARRAY[r, rn][2].y; ARRAY[r, nr][2].x
  ARRAY['a', CAST(u AS STRING)]; ARRAY['a', 'bcd'][u] || '|'; MAP['a',u]['a']; MAP['a ', u]['a']; ROW(u, 'a'); NULLIF(u, 1)
  NULLIF(u, 2); NULLIF(u, 1.0); IFNULL(nai, ai); IF(u = 1, u, 2.5); IF(u = 1, 'a', 'bcd') || '|'
  r = CAST(ROW(1,'a') AS ROW<x INT, y STRING>); CAST(r AS ROW<p BIGINT, q STRING>) = r; ai = CAST(ai AS ARRAY<BIGINT>)
  ai = ARRAY[1.0,CAST(NULL AS DECIMAL(2,1)),3.0]; ms = MAP['a',u,'b',CAST(NULL AS INT)]; ms <> ms; nms = ms; ms IN (ms)
  CASE ai WHEN ai THEN 1 ELSE 2 END; ARRAY[ROW(u,'a'), ROW(2,'b')]; ARRAY[r, ROW(2,'b')]
  ARRAY[CAST(ROW(u,'a') AS ROW<x INT, y STRING>), CAST(ROW(2,'bcd') AS ROW<x INT, y STRING>)][2].y; MAP['a', r]['a'].x
  MAP[ai, 1][ai]; MAP[r, 1][r]; MAP[u, 'a'][1]; MAP[CAST(u AS BIGINT), 'a'][u]; MAP[u, 'a'][CAST(1 AS BIGINT)]
  MAP[CAST(u AS DECIMAL(3,1)), 'a'][u]; ms[CAST('a' AS CHAR(3))]; MAP[CAST('a' AS CHAR(3)), u]['a']; ROW(r, ai)
  ROW(r, ai).EXPR$0.x; CAST(ROW(r, ai) AS ROW<a ROW<m BIGINT, n STRING>, b ARRAY<STRING>>)
  CAST(ROW(u, 'a', 3) AS ROW<x INT, y STRING, z INT>); IF(u = 1, ai, nai); IF(u = 1, r, nr); IFNULL(nr, r)
  IFNULL(nms, MAP['k',u]); NULLIF(ai, ai); COALESCE(nms, MAP['k',u]); COALESCE(nr, ROW(u,'z'))
  CASE WHEN u = 2 THEN r ELSE ROW(u, 'zz') END; CASE WHEN u = 2 THEN ai ELSE ARRAY[u] END
  CASE WHEN u = 2 THEN ARRAY[u] ELSE ARRAY[2.5] END; CASE WHEN u = 2 THEN ROW(u,'a') ELSE ROW(2.5,'bcd') END
  CASE WHEN u = 1 THEN ROW(u,'a') ELSE ROW(2.5,'bcd') END; CASE WHEN u = 1 THEN MAP['a',u] ELSE MAP['bc', 2] END
  COALESCE(nai, ARRAY[2.5]); COALESCE(nai, ai, ARRAY[2.5]); X'0aff'; CAST(X'6162' AS STRING); X'6162' = CAST('ab' AS BYTES)
  CAST(X'6162' AS BINARY(3)) = X'6162'; CAST('ab' AS BINARY(3)) = X'616200'; CAST('ab' AS BINARY(3)) < X'616201'
  CAST(CAST('abc' AS CHAR(5)) AS VARCHAR(4)) || '|'; CAST('ab' AS CHAR(5)) = CAST('ab' AS CHAR(3)); CAST('ab' AS CHAR(5)) = 'ab'
  CASE WHEN u=1 THEN CAST('ab' AS CHAR(5)) ELSE 'x' END || '|'; COALESCE(CAST(NULL AS CHAR(5)), CAST('ab' AS CHAR(3))) || '|'
  CASE WHEN u=2 THEN CAST('ab' AS CHAR(5)) ELSE CAST('ab' AS CHAR(3)) END || '|'
  CASE WHEN u=2 THEN CAST('ab' AS BINARY(5)) ELSE X'61' END = X'61'; CAST(ARRAY[u] AS VARCHAR(2)); IF(u = 1, 1, 1/(u-1))
  IF(CAST(NULL AS BOOLEAN), 1/(u-1), 2); IFNULL(u, 1/(u-1)); NULLIF(u, 1/(u-1)); IF(u=2, CAST('ab' AS CHAR(5)), 'x') || '|'
  IF(u=1, CAST('ab' AS CHAR(5)), 'x') || '|'; IF(u=1, DATE '2024-01-01', DATE '2024-01-02')
  IF(u=1, TIMESTAMP '2024-01-01 00:00:00', TIMESTAMP '2024-01-01 00:00:00.123')
  IF(u=2, TIMESTAMP '2024-01-01 00:00:00', TIMESTAMP '2024-01-01 00:00:00.123'); IF(u=1, X'61', X'6162'); IF(u=1, TRUE, FALSE)
  IF(u=1, TIME '10:00:00', TIME '11:00:00'); IF(u=1, INTERVAL '1' DAY, INTERVAL '2' DAY); ARRAY[X'61', X'6162']; ARRAY[1e0, 2.5]
  ARRAY[TRUE, FALSE]; ARRAY[DATE '2024-01-01']; ARRAY[TIMESTAMP '2024-01-01 00:00:00', TIMESTAMP '2024-01-01 00:00:00.123']
  ARRAY[CAST('ab' AS CHAR(5)), 'x']; ARRAY[CAST('ab' AS CHAR(5)), 'x'][2] || '|'; ARRAY[CAST('ab' AS CHAR(5)), 'x'][1] || '|'
  ARRAY[CAST(u AS DECIMAL(5,2)), 1.5]; ARRAY[CAST(u AS FLOAT), CAST(2.5 AS DOUBLE)]; MAP['a', 1, 'bc', 2.5]
  MAP[1, 'a', 2.5, 'b']; MAP[u, 'a', 2.5, 'b']; ELEMENT(CAST(ARRAY[u] AS ARRAY<BIGINT>)); ARRAY[ARRAY[1,2], ARRAY[3]][2][1]
  ARRAY[1,2] = ARRAY[1,2]; ARRAY[u,2] = ARRAY[1,2]; ARRAY[u,2] <> ARRAY[1,2]; ARRAY['a'] = ARRAY[CAST(u AS STRING)]
  ARRAY['1'] = ARRAY[CAST(u AS STRING)]; ARRAY[CAST(u AS DECIMAL(5,2))] = ARRAY[CAST(1 AS DECIMAL(5,2))]
  ARRAY[DATE '2024-01-01'] = ARRAY[DATE '2024-01-01']; ARRAY[TRUE] = ARRAY[u=1]; ai = ARRAY[1,2,3]
  ai = ARRAY[u,CAST(NULL AS INT),3]; ai <> ARRAY[u,CAST(NULL AS INT),3]; ai = nai; nai = nai; nai <> nai
  ARRAY[u, CAST(NULL AS INT)] = ARRAY[u, CAST(NULL AS INT)]; ARRAY[ARRAY[u]] = ARRAY[ARRAY[1]]
  ARRAY[ARRAY[u, CAST(NULL AS INT)]] = ARRAY[ARRAY[1, CAST(NULL AS INT)]]
  ARRAY[CAST('NaN' AS DOUBLE)] = ARRAY[CAST('NaN' AS DOUBLE)]
  ARRAY[TIMESTAMP '2024-01-01 00:00:00.5'] = ARRAY[TIMESTAMP '2024-01-01 00:00:00.5']
  CASE WHEN u=1 THEN ARRAY['a'] ELSE ARRAY['bc'] END; CASE WHEN u=1 THEN MAP['abc', CAST(u AS INT)] ELSE ms END
  COALESCE(CAST(NULL AS ARRAY<STRING>), ARRAY['a']); COALESCE(nr, ROW(u, 'zz')).y; CASE WHEN u=1 THEN ROW(u,'a') ELSE r END
  CAST(ROW('1', u) AS ROW<a INT, b STRING>); CAST(ARRAY['1', CAST(u AS STRING)] AS ARRAY<INT>)
  CAST(ARRAY['x', CAST(u AS STRING)] AS ARRAY<INT>); TRY_CAST(ARRAY['x', CAST(u AS STRING)] AS ARRAY<INT>)
  CAST(ARRAY[CAST(u AS STRING)] AS ARRAY<DECIMAL(5,2)>); CAST(ARRAY[CAST(u AS DECIMAL(5,2))*1000] AS ARRAY<DECIMAL(5,2)>)
  CAST(ARRAY[u*300] AS ARRAY<TINYINT>); CAST(ROW(u*300, 'abc') AS ROW<a TINYINT, b VARCHAR(2)>)
  CAST(MAP['abc', 300*u] AS MAP<VARCHAR(2), TINYINT>); CAST(MAP['abc', 1, 'abd', 2] AS MAP<VARCHAR(2), INT>)
  CAST(MAP['abc', u, 'abd', 2] AS MAP<VARCHAR(2), INT>); CAST(ARRAY['abc', CAST(u AS STRING)] AS ARRAY<CHAR(2)>)
  CAST(ARRAY[ROW(u,'a')] AS ARRAY<ROW<x BIGINT, y STRING>>); CAST(ARRAY[1.5, u] AS ARRAY<INT>); CAST(ARRAY[TRUE] AS ARRAY<INT>)
  CAST(ARRAY[ARRAY[u]] AS ARRAY<ARRAY<STRING>>); CAST(ARRAY[DATE '2024-01-01'] AS STRING)
  CAST(ARRAY['a', CAST(NULL AS STRING)] AS STRING); CAST(ROW(TRUE, 1.50, X'61', TIMESTAMP '2024-01-01 00:00:00') AS STRING)
  CAST(MAP['a', ARRAY[1,2]] AS STRING); CAST(ROW(ROW(1,'a'), CAST(NULL AS INT)) AS STRING); CAST(ai AS VARCHAR(4))
  CAST(ai AS CHAR(20)) || '|'; CAST(r AS VARCHAR(3)); CAST(ms AS VARCHAR(6)); ROW(u, CAST(NULL AS INT)) <> ROW(1, 2)
  ROW(u, 2) <> ROW(1, 2); ROW(u, 'a') IN (ROW(2,'a'), ROW(1,'b')); ROW(u, CAST(NULL AS STRING)) IN (ROW(2,'a'), ROW(3,'b'))
  ROW(u, CAST(NULL AS STRING)) NOT IN (ROW(2,'a'), ROW(1,'b')); ROW(u, 'a') NOT IN (ROW(2,'a'), ROW(1,'b')); (u, 'a') = (1, 'a')
  ms['a'] + u; ai[1] + ai[3]; ai[u] = 1; ai[100]; ai[2] IS NULL; ai[1] IS NOT NULL; ms[NULLIF('a','a')]
  MAP[CAST(u AS BIGINT), 'x'][CAST(1 AS TINYINT)]; MAP[CAST(u AS BIGINT), 'x'][CAST(CAST(1 AS TINYINT) AS BIGINT)]
  MAP[CAST(u AS DECIMAL(5,2)), 'x'][CAST(1 AS DECIMAL(5,2))]
  MAP[TIMESTAMP '2024-01-01 00:00:00', 'x'][TIMESTAMP '2024-01-01 00:00:00.0']; MAP[DATE '2024-01-01', u][DATE '2024-01-01']
  MAP[TRUE, u][u=1]; MAP[X'61', u][X'61']; MAP[1e0, u][1e0]; MAP[CAST('NaN' AS DOUBLE), u][CAST('NaN' AS DOUBLE)]
  MAP[CAST(NULL AS STRING), u][CAST(NULL AS STRING)]; MAP['a', u, 'a', 2]; MAP['a', u, 'a', 2]['a']
  CARDINALITY(MAP['a', u, 'a', 2]); MAP['b', u, 'a', 2]; MAP['b', 1, 'a', 2]; MAP['b', 1, 'a', 2, 'c', 3, 'aa', 4, 'B', 5]
  MAP[3, 1, 1, 2, 2, 3]; ai[CAST(1 AS TINYINT)]; ai[CAST(1 AS SMALLINT)]; ai[CAST(u AS TINYINT)]; ai[CAST(u AS SMALLINT)]
  ai[CAST(1 AS BIGINT)]; ai[0]; COALESCE(nai, ai)[1]; (COALESCE(nai, ai))[1]; (ai)[1]; (ARRAY[u,2])[1]
  CASE WHEN u=1 THEN ai END[1]; (CASE WHEN u=1 THEN ai END)[1]; (ARRAY[r][1]).x; (MAP['a', r]['a']).x; (ROW(r, u).\`EXPR$0\`).x
  ROW(r, u).\`EXPR$0\`.x; (ROW(u, 'a')).\`EXPR$1\`; CAST(ai AS ARRAY<BIGINT>)[1]; (CAST(ai AS ARRAY<BIGINT>))[1]
  ((ARRAY[ARRAY[u]])[1])[1]; ARRAY[ARRAY[u]][1][1]; (r.x); ((ms)['a']); r.y || ms['a']
  CAST(MAP['b', u, 'a', 2, 'c', 3, 'aa', 4, 'B', 5] AS MAP<STRING, BIGINT>)
  CAST(MAP['b', 1, 'a', 2, 'c', 3, 'aa', 4, 'B', 5] AS MAP<STRING, BIGINT>)
  CAST(MAP['b', u, 'a', 2, 'c', 3, 'aa', 4, 'B', 5] AS MAP<STRING, INT>)
  CASE WHEN u=1 THEN MAP['b', u, 'a', 2, 'c', 3] ELSE ms END
  CASE WHEN u=1 THEN CAST(MAP['b', u, 'a', 2, 'c', 3] AS MAP<STRING,INT>) ELSE ms END
  ai IN (ARRAY[1,2], ARRAY[1,CAST(NULL AS INT),3]); ai IN (ARRAY[1,2], ARRAY[1,3])
  ai IN (ARRAY[1,2], ARRAY[1,3], ARRAY[1], ARRAY[5], ARRAY[1,CAST(NULL AS INT),3])
  ARRAY[1,2] IN (ARRAY[1,2], ARRAY[1,3], ARRAY[1], ARRAY[5]); NOT (ROW(u, CAST(NULL AS INT)) = ROW(1, 2))
  NOT (u = 1 AND CAST(NULL AS INT) = 2); ROW(u,'a') IN (ROW(1,'a'), ROW(2,'b'), ROW(3,'a'), ROW(4,'b'), ROW(5,'x'))
  MAP[NULLIF(u,1), 2]; MAP[CAST(u AS STRING), 1, 'x', 2, '1', 3]['1']
  ARRAY[CAST(u AS DECIMAL(5,2))*1000, CAST(CAST(u*100000 AS DECIMAL(10,2)) AS DECIMAL(5,2))]
  CAST(CAST(u*100000 AS DECIMAL(10,2)) AS DECIMAL(5,2)); ROW(CAST(CAST(u*100000 AS DECIMAL(10,2)) AS DECIMAL(5,2)), u)
  ROW(CAST(CAST(u*100000 AS DECIMAL(10,2)) AS DECIMAL(5,2)), u).\`EXPR$0\`
  MAP['a', CAST(CAST(u*100000 AS DECIMAL(10,2)) AS DECIMAL(5,2))]
  IF(u=1, CAST(CAST(u*100000 AS DECIMAL(10,2)) AS DECIMAL(5,2)), 1); IF(u=1, CAST(u AS FLOAT), CAST(2 AS DOUBLE))
  IF(u=1, ai[2], 5); IF(u=1, 'a', CAST(NULL AS STRING)); IF(u=2, 'a', CAST(NULL AS STRING)); IF(CAST(NULL AS BOOLEAN), 'a', 'b')
  IF(u > ai[2], 'a', 'b'); IF(u=1, u, CAST(NULL AS BIGINT)); IF(u=1, 9223372036854775807, 1.5); NULLIF(ai[2], 1)
  NULLIF(u, ai[2]); NULLIF('a', CAST(u AS STRING)); NULLIF(CAST(u AS DECIMAL(5,2)), 1); NULLIF(u, 2.5); IFNULL(ai[2], u)
  IFNULL(ai[2], 1.5); CARDINALITY(ARRAY[ai]); CAST(CAST('ab' AS CHAR(5)) AS STRING) || '|'
  CAST(CAST('abc' AS BINARY(2)) AS STRING); X'00ff' = X'00FF'; X'00ff' < X'01'; X'00ff' || X'01'; CAST(X'c3a4' AS STRING) || '|'
  CAST(X'616263' AS VARBINARY(2)) = X'6162'; CAST(X'616263' AS BINARY(5)) = X'6162630000'
  CASE WHEN u = 1 THEN X'61' ELSE X'6162' END; COALESCE(CAST(NULL AS BYTES), X'61'); X'61' IN (X'61', X'62'); CAST(u AS BYTES)
  NULLIF(X'61', X'62'); ROW(u, 'a') = ROW(CAST(1 AS BIGINT), 'a'); ROW(u, 'a') = ROW(1.0, 'a')
  ROW(ROW(u, 1), 'a') = ROW(ROW(1,1), 'a'); ROW(ai, 'a') = ROW(ARRAY[1,CAST(NULL AS INT),3], 'a'); NULLIF(m, 0)
  NULLIF(m, 12.34); NULLIF(d, dz); NULLIF(s, 'abc'); NULLIF(ns, s); NULLIF(c, 'ab'); m / NULLIF(z, 0); i / NULLIF(z, 0)
  i % NULLIF(z, 0); COALESCE(m / NULLIF(z, 0), 0); IFNULL(nm, m); IFNULL(nm, 0); IFNULL(ns, c) || '|'; IFNULL(c, s) || '|'
  IFNULL(ni, l); IFNULL(nb, b); IF(b, m, 0); IF(nb, m, nm); IF(z <> 0, i / z, 0); IF(b, c, 'x') || '|'; IF(i > 5, s, ns)
  IF(i < 5, s, ns); IF(b, d, i); IF(b, l, m); IF(b, ti, si); IF(b, ts, ts); IF(b, dt, dt); IF(b, tm, tm); IF(b, bin, X'00')
  ARRAY[m, 1]; ARRAY[m, nm]; ARRAY[d, i]; ARRAY[i, l]; ARRAY[s, c]; ARRAY[c, 'x'][1] || '|'; ARRAY[ns, s][1]; ARRAY[ns, s][2]
  ARRAY[b, nb]; ARRAY[dt]; ARRAY[tm]; ARRAY[ts, t9]; ARRAY[tz]; ARRAY[bin, X'61']; ARRAY[n1, inf]; ARRAY[d, dz, -dz]
  ARRAY[ti, si]; ARRAY[f, f2]; ROW(m, d, f, s, c, ts, t9, tz, dt, tm, b, nb, bin, l); MAP['m', m, 'n', nm]; MAP[i, s, 8, c]
  MAP['a', ts]['a']; MAP['a', t9]['a']; MAP[s, i][s]; MAP[s, i]['abd']; MAP[c, i]['ab']; MAP[c, i]['ab   ']; MAP[dt, i][dt]
  MAP[ts, i][ts]; MAP[m, i][m]; MAP[m, i][12.34]; MAP[m, i][12]; MAP[l, i][l]; MAP[l, i][i]; ARRAY[m][1] + 1
  ARRAY[m, nm][2] IS NULL; ARRAY[i, l][1] + ti; CARDINALITY(ARRAY[m, nm]); ROW(m, s) = ROW(12.34, 'abc')
  ROW(m, s) = ROW(12.340, 'abc'); ROW(i, ns) = ROW(7, 'a'); ROW(i, ns) = ROW(8, 'a'); ROW(i, s) IN (ROW(1, 'x'), ROW(7, 'abc'))
  ROW(i, ns) IN (ROW(1, 'x'), ROW(7, 'abc')); ROW(i, s) NOT IN (ROW(1, 'x'), ROW(7, 'abc')); ARRAY[m] = ARRAY[m]
  ARRAY[s] = ARRAY['abc']; ARRAY[s, ns] = ARRAY['abc', ns]; ARRAY[c] = ARRAY['ab   ']; ARRAY[c] = ARRAY['ab']
  ARRAY[dt] = ARRAY[DATE '2024-02-29']; ARRAY[ts] = ARRAY[ts]; ARRAY[ns] <> ARRAY[ns]; ARRAY[i] IN (ARRAY[1], ARRAY[7])
  ARRAY[i] NOT IN (ARRAY[1], ARRAY[7]); CAST(ROW(i, s) AS ROW<a BIGINT, b VARCHAR(2)>)
  CAST(ROW(i, c) AS ROW<a TINYINT, b CHAR(7)>); CAST(ARRAY[m] AS ARRAY<INT>); CAST(ARRAY[m] AS ARRAY<DECIMAL(3, 2)>)
  CAST(ARRAY[d] AS ARRAY<INT>); CAST(ARRAY[ts] AS ARRAY<DATE>); CAST(ARRAY[ts] AS ARRAY<TIMESTAMP(0)>)
  CAST(ARRAY[dt] AS ARRAY<STRING>); CAST(ARRAY[l] AS ARRAY<INT>); CAST(ARRAY[b] AS ARRAY<INT>); CAST(ARRAY[st] AS ARRAY<INT>)
  CAST(ARRAY[s] AS ARRAY<INT>); TRY_CAST(ARRAY[s] AS ARRAY<INT>); TRY_CAST(ROW(s, i) AS ROW<a INT, b INT>)
  TRY_CAST(MAP['a', s] AS MAP<STRING, INT>); CAST(ARRAY[ROW(i, s)] AS ARRAY<ROW<x STRING, y STRING>>)
  (CAST(ARRAY[ROW(i, s)] AS ARRAY<ROW<x STRING, y STRING>>)[1]).x; (ARRAY[ROW(i, s)][2]).\`EXPR$0\`
  COALESCE((ARRAY[ROW(i, s)][2]).\`EXPR$0\`, 0 + i); CAST(ARRAY[ARRAY[i]] AS VARCHAR(4)); CAST(ROW(i, ROW(s, nb)) AS STRING)
  CAST(MAP['k', ROW(i, s)] AS STRING); CAST(ROW(m, nm) AS VARCHAR(9)); CAST(ROW(i, s) AS CHAR(12)) || '|'
  X'00' = CAST('' AS BYTES); bin = X'61c3a4'; bin < X'62'; bin <> X'61'; CAST(bin AS BINARY(2)) = X'61c3'
  CAST(bin AS BINARY(5)) = X'61c3a40000'; CAST(bin AS VARBINARY(1)) = X'61'; CAST(s AS BINARY(5)) = X'6162630000'
  CAST(s AS VARBINARY(2)) = X'6162'; COALESCE(CAST(ns AS BYTES), X'7a'); CASE WHEN b THEN bin ELSE X'00' END
  CAST(CAST(c AS BINARY(7)) AS STRING) || '|'; c || 'x'; CAST(c AS CHAR(3)) || '|'; CAST(c AS VARCHAR(3)) || '|'
  CAST(c AS CHAR(7)) || '|'; c = CAST('ab' AS CHAR(5)); CAST(s AS CHAR(5)) = 'abc  '; CAST(s AS CHAR(2)) = 'ab'
  CAST(s AS VARCHAR(5)) = 'abc'; CASE WHEN b THEN c ELSE 'x' END || '|'; CASE WHEN nb THEN c ELSE 'x' END || '|'
  COALESCE(ns, c) || '|'; CASE WHEN nb THEN s END; CASE WHEN i IS NOT NULL THEN i ELSE 0 END
  CASE WHEN ni IS NOT NULL THEN ni ELSE 0 END
  CAST(ai AS ARRAY<SMALLINT>)[1]; CAST(ai AS ARRAY<TINYINT>); (CAST(ai AS ARRAY<TINYINT>))[1]; CAST(CAST(ai AS ARRAY<SMALLINT>) AS STRING)
  TRY_CAST(n1 AS DECIMAL(5, 2)); TRY_CAST(inf AS DECIMAL(5, 2)); TRY_CAST(d AS DECIMAL(5, 2)); TRY_CAST(ROW(s, n1) AS ROW<a INT, b DECIMAL(5, 2)>)
  CAST(MAP['b', u, 'a', 2, 'c', 3] AS MAP<STRING, INT>); CAST(MAP['b', u, 'a', 2, 'c', 3] AS MAP<STRING, STRING>)
  CAST(MAP[300, u, 20, 2, 3, 3, 17, 4, -5, 5] AS MAP<BIGINT, INT>); CAST(MAP[300, u, 20, 2, 3, 3, 17, 4] AS MAP<INT, BIGINT>)
  CAST(MAP[l, 1, CAST(5 AS BIGINT), 2, CAST(-7 AS BIGINT), 3, CAST(4294967296 AS BIGINT), 4] AS MAP<BIGINT, BIGINT>)
  CAST(MAP[DATE '2024-01-05', u, DATE '2024-01-01', 2, DATE '1969-12-31', 3] AS MAP<DATE, BIGINT>)
  CAST(MAP[TIMESTAMP '2024-01-01 00:00:00.5', u, TIMESTAMP '2023-01-01 00:00:00.1', 2, TIMESTAMP '1960-01-01 00:00:00.0', 3] AS MAP<TIMESTAMP(1), BIGINT>)
  CAST(MAP[b, u, NOT b, 2] AS MAP<BOOLEAN, BIGINT>)
  CAST(MAP['ä', u, 'longer text', 2, 'abcd', 3, 'abcde', 4, '', 5, '😀', 6, 'x', 7, 'abcdefgh', 8] AS MAP<STRING, BIGINT>)
  CAST(MAP['a', u, 'b', 2, 'c', 3, 'd', 4, 'e', 5, 'f', 6, 'g', 7, 'h', 8, 'i', 9, 'j', 10, 'k', 11, 'l', 12, 'm', 13, 'n', 14] AS MAP<STRING, BIGINT>)
  CAST(MAP['a', u, 'b', 2, 'c', 3, 'd', 4, 'e', 5, 'f', 6, 'g', 7, 'h', 8, 'i', 9, 'j', 10, 'k', 11, 'l', 12] AS MAP<STRING, BIGINT>)
  u IN (1.5, 5); u IN (1.5, u + 5); u + 1 IN (2.5, 7.5); CAST(u AS TINYINT) IN (257, 3); u IN (4294967297, 5); u IN (4294967297, u + 4)
  'a' IN ('abc', r.y || 'x'); CAST(r.y AS CHAR(1)) IN ('abc', 'b', r.y || 'q'); '' IN ('a', r.y); CAST(r.y AS VARCHAR(1)) IN ('abc', 'b', r.y || 'q')
  CAST(ts AS TIMESTAMP(0)) IN (ts, past); ts IN (t9, CAST(ts AS TIMESTAMP(9))); CAST(u AS DECIMAL(5, 2)) IN (1.005, u + 7.001); l IN (1, i); i IN (ti, si, 7)
  CAST(CAST(CAST(d AS VARCHAR(20)) AS VARCHAR(2)) AS STRING); COALESCE(CAST(7 AS DECIMAL(38, 18)), 2147483648)
  ARRAY[u, 2][3] IS NULL; MAP['a', u]['b'] IS NULL; ARRAY[u, 2][3]; COALESCE(ARRAY[u, 2][3], 5); ai[4] IS NULL; ms['z'] IS NULL
`

export const COLLECTION_OVERFLOW = `
  ARRAY[x]; ARRAY[x, nx]; ARRAY[x][1]; COALESCE(ARRAY[x][1], 1.00); ARRAY[x][1] IS NULL; CARDINALITY(ARRAY[x]); ROW(x, 1)
  ROW(nx, 1); (ROW(x, 1)).\`EXPR$1\`; MAP['a', x]; MAP['a', x]['a']; IF(y, x, 1); IF(x > 0, 1, 2); NULLIF(x, 1); IFNULL(nx, x)
  IFNULL(x, 1.00); CASE WHEN x IS NOT NULL THEN x ELSE 0 END; CAST(ROW(x, 1) AS STRING); ELEMENT(ARRAY[x])
`

const PARTS = 'ti i l m mm d f n1 s st c b dt tm ts t9 tz bin ni ns'.split(' ')
const TARGETS =
  `TINYINT; INT; BIGINT; DECIMAL(5, 2); DECIMAL(20, 0); DOUBLE; FLOAT; STRING; CHAR(4); VARCHAR(3); BOOLEAN; DATE; TIME(0);
  TIMESTAMP(0); TIMESTAMP(6); TIMESTAMP_LTZ(3); BYTES; BINARY(2)`.split(/;\s+/)

/** Every cast inside an array and a row: `TRY_CAST` where a text is read, so that the others are compared too. */
export const NESTED_CASTS: readonly string[] = PARTS.flatMap((part) =>
  TARGETS.flatMap((target) => [
    `TRY_CAST(ARRAY[${part}] AS ARRAY<${target}>)`,
    `TRY_CAST(ROW(${part}, u) AS ROW<a ${target}, b STRING>)`,
  ]),
)

/** Every type in an array, a map and a row, and out of it again. */
export const HELD: readonly string[] = PARTS.flatMap((part) => [
  `ARRAY[${part}][1]`,
  `ARRAY[${part}, ${part}]`,
  `MAP['k', ${part}]['k']`,
  `(ROW(u, ${part})).\`EXPR$1\``,
  `ARRAY[${part}] = ARRAY[${part}]`,
  `ROW(${part}, u) = ROW(${part}, 1)`,
  `ELEMENT(ARRAY[${part}])`,
  `NULLIF(${part}, ${part})`,
  `IFNULL(${part}, ${part})`,
  `IF(b, ${part}, ${part})`,
  `CASE WHEN nb THEN ${part} END`,
])
