package outward

import (
	"path"
	"strings"

	"passepartout/internal/needle"
)

// A migration runs wherever the project is deployed, with the rights of whoever owns the
// database, and some servers start programs and read files of their machine when they
// are asked to.

// databaseOrders finds what a text asks of a server of databases that leaves the
// database: programs, files of its machine, libraries of strangers; and in migrations the
// rights over all of it.
func databaseOrders(file, text string) string {
	if !containsAny(text, "PROGRAM", "program", "xp_cmd", "XP_CMD", "sp_OA", "sys_", "lo_", "OUTFILE", "outfile", "DUMPFILE", "dumpfile", "LOAD_FILE", "load_file", "LANGUAGE", "language", "SUPERUSER", "superuser", "*.*", "pg_", `\!`, "PUBLIC", "public", "anon", "ROW", "row ", "POLICY", "policy") {
		return ""
	}
	if word := leavesDatabase().FindString(text); word != "" {
		return strings.Join(strings.Fields(word), " ")
	}
	if path.Ext(file) != ".sql" && !strings.Contains(file, "migrat") {
		return ""
	}
	if word := shellOrder().FindString(text); word != "" {
		return strings.TrimSpace(word)
	}
	if !applied().MatchString(file) { // a server of one's own may have any master
		return ""
	}
	return strings.Join(strings.Fields(allRights().FindString(text)), " ")
}

// leavesDatabase are orders by which a server starts programs and opens files
// (PostgreSQL: COPY, CREATE FUNCTION, server-side functions of large objects and files;
// MySQL: SELECT INTO, LOAD_FILE; SQL Server: xp_cmdshell, OLE automation).
func leavesDatabase() *needle.Regexp {
	return compiled(`(?i:\b(?:FROM|TO)\s+PROGRAM\s+(?:E?'|\$|")|\bxp_cmdshell\b|\bsp_OACreate\b|\bsys_(?:exec|eval)\s*\(|\blo_(?:export|import)\s*\([^)]*'/|\bINTO\s+(?:OUTFILE|DUMPFILE)\s+['"]/(?:etc|var/www|usr|root|home|srv|opt|bin|lib)|\bLOAD_FILE\s*\(\s*['"]/(?:etc|root|home|proc|var)|\bpg_(?:read_file|read_binary_file|ls_dir)\s*\(\s*'/(?:etc|root|home|proc)|\bAS\s+'/(?:tmp|dev/shm|var/tmp)/[^']*'[^;]{0,40}\bLANGUAGE\s+'?C\b|\bLANGUAGE\s+'?(?:plsh|plperlu)\b|\bGRANT\s+(?:pg_execute_server_program|pg_write_server_files|pg_read_server_files)\b)` +
		`|(?is:\bAS\s+(?:\$\w*\$|E?')[^$]{0,600}?\b(?:os\.(?:system|popen|exec\w*)|subprocess\b|urlopen|requests\.|socket\.)[^$]{0,600}?\bLANGUAGE\s+'?plpython)|(?is:\bLANGUAGE\s+'?plpython\w*'?\s+AS\s+(?:\$\w*\$|E?')[^$]{0,600}?\b(?:os\.(?:system|popen|exec\w*)|subprocess\b|urlopen|requests\.|socket\.))`)
}

// shellOrder is a line of psql or mysql that starts a program.
func shellOrder() *needle.Regexp {
	return compiled(`(?m)^\s*\\!\s*\S[^\n]*|^\s*\\(?:o|g|copy\s[^\n]*\bto\s+program)\s*\|[^\n]*`)
}

// applied are files that some tool applies to the server where a project is deployed.
func applied() *needle.Regexp {
	return compiled(`(?i)migrat|/[VRU]\d[\d._]*__|flyway|liquibase|/db/changelog|alembic|/versions/|schema|roles?\b|grants?\b|permissions?\b|polic`)
}

// allRights makes somebody master of a server, or everybody of its tables.
func allRights() *needle.Regexp {
	return compiled(`(?i:\b(?:CREATE|ALTER)\s+(?:ROLE|USER)\s[^;]{0,200}?[^O]\bSUPERUSER\b|[/|,#]SUPERUSER\b|\bGRANT\s+ALL\b[^;]{0,120}\bTO\s+(?:PUBLIC|anon)\b|\bDISABLE\s+ROW\s+LEVEL\s+SECURITY\b|\bCREATE\s+POLICY\b[^;]{0,120}?\bFOR\s+ALL\b[^;]{0,60}?\bUSING\s*\(\s*true\s*\)|\bGRANT\s+ALL\s+(?:PRIVILEGES\s+)?ON\s+\*\.\*\s+TO\s+['"\x60]?\w*['"\x60]?@['"\x60]%|\bGRANT\s+(?:rds_superuser|cloudsqlsuperuser|sysadmin)\b|\bsp_addsrvrolemember\b[^;]*sysadmin)`)
}
